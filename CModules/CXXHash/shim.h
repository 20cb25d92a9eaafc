// Tells SwiftPM which package of the system has xxHash, and where its headers are. CCore includes them: it has every hash inlined,
// so no symbol of the library has to be linked.
