/// The files of the table of error texts.
let textFiles = ["errors.txt"]
