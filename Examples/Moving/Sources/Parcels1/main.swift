Day().run()
