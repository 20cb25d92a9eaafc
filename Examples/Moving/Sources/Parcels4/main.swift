import Armory

try Day(container: Container { program }).run()
