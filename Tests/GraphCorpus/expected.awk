# Prints what each graph's build has to say: `NAME|FILE:LINE|error [CODE] TYPES`, from the comments that Broken.swift describes. For a
# graph without a fault: `NAME||`.

FNR == 1 { name = ""; pending = 0 }

match($0, /CheckedGraph\((broken|sound): "[^"]*"/) {
    split(substr($0, RSTART, RLENGTH), parts, "\"")
    name = parts[2]
    print name "||"
}

/^ *\/\/ (error|warning)( in [^:]*)?: / {
    owner = name
    line = $0
    kind = line ~ /\/ error/ ? "error" : "warning"
    sub(/^ *\/\/ (error|warning)/, "", line)
    if (line ~ /^ in /) {
        owner = substr(line, 5, index(line, ":") - 5)
        sub(/^ in [^:]*/, "", line)
    }
    sub(/^: /, "", line)
    owners[++pending] = owner
    code = line
    sub(/:.*/, "", code)
    types = line
    sub(/^[^:]*:? ?/, "", types)
    texts[pending] = kind " [" code "]" (types == "" ? "" : " " types)
    next
}

# The line of code below the comments.
pending && !/^ *\/\// {
    for (i = 1; i <= pending; i++) {
        count = split(owners[i], graphs, /, /)
        for (j = 1; j <= count; j++) print graphs[j] "|" FILENAME ":" FNR "|" texts[i]
    }
    pending = 0
}
