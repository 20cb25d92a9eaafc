import Armory

let container = try Container {
    storage
    practice
    desk
    visits
}
try Day(container: container).run()
