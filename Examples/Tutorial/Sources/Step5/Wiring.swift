import Armory

let links = Module("links") {
    storage
    coding
    visiting
    requests
}
