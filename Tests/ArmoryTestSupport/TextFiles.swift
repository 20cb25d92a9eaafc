/// The files of the table of error texts: what the sealed container says otherwise is in the second one, which takes the other's place.
let textFiles = ["errors.txt", "errors-sealed.txt"]
