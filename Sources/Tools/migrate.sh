#!/bin/sh
# Rewrites Swift sources from the spellings before the public API was cut to those of today: see Know/Versions.md, whose table
# says the same, and what has to be looked at by hand. Run it in a clean checkout, build, and read the difference.
#
#     migrate.sh Sources Tests Package/README.md ...
#
# It needs perl, which Linux and macOS have. A Swift file that imports no product of Armory is left as it is,
# and so is one that imports a library of another API, such as ArmorySwinject.
set -eu

if [ $# -eq 0 ]; then
    sed -n '2,8p' "$0" | sed 's/^# \{0,1\}//'
    exit 2
fi

find "$@" \( -name .build -prune \) -o -type f \( -name '*.swift' -o -name '*.md' -o -name '*.swift.txt' \) -print |
    while IFS= read -r file; do
        if grep -qE '^[@_a-zA-Z() ]*import ([a-z]+ )?Armory(EasyDi|Resolver|Injection|Swinject|Factory)(Testing)?\b' "$file"; then continue; fi
        case $file in
        *.swift) grep -qE '^[@_a-zA-Z() ]*import ([a-z]+ )?Armory' "$file" || continue ;;
        esac
        perl -0777 -i -pe '
            # One argument: text without commas, in which parentheses, brackets, braces and literals are whole.
            our $part = qr{ [^()\[\]{}",] | "(?:[^"\\]|\\.)*" | \((?:(??{$part})|,)*+\) | \[(?:(??{$part})|,)*+\]
                          | \{(?:(??{$part})|,)*+\} }xs;
            my $argument = qr{(?:$part)++}s;

            sub named {    # A value as a name: a text and a name are one already.
                my ($value) = @_;
                $value =~ s/\s+$//;
                return $value if $value =~ /^(?:"|(?:Registration)?Name\b|\.\w+$)/;
                return "RegistrationName($value)";
            }

            # Types that got a fuller name.
            s/\bextension Name\b/extension RegistrationName/g;
            s/(:\s*|<|\[|->\s*|\bas[?!]?\s+)Name(?=[?\]>,);\s{=:]|$)/$1RegistrationName/gm;
            s/(?<![\w.])Name\((?=["\w\\])/RegistrationName(/g;
            s/(?<![\w.])Seed\(/ScopeSeed(/g;
            s/\[Seed\]/[ScopeSeed]/g;
            s/\bextension Keys\b/extension TypedKeys/g;
            s/(?<=[:\s])Key<(.*?)> \{ Key\(/TypedKey<$1> { TypedKey(/g;
            s/(?<![\w.])Weak</WeakInjected</g;

            # Registrations and types that need not be `Sendable`.
            my $call = qr/(?:\((?:$argument(?:,$argument)*)?\))?(?:\s*\{(?:(??{$part})|,)*+\})?/s;
            my $generic = qr/<(?:[^<>]|<[^<>]*>)*>/;
            s/\b(Scoped|Shared|Graph)\.Unchecked(?=\s*[<({])($generic)?($call)/
                "Unchecked" . ($2 || "") . "$3.lifetime(" . ($1 eq "Scoped" ? ".scoped(.request)" : "." . lc $1) . ")"/ge;
            s/(\.lifetime\(\.scoped\()\.request(\)\))\s*\.in\(((?:[^()]|\([^()]*\))*)\)/$1$3$2/g;
            s/\bSingleton\.Unchecked\b/Unchecked/g;
            # Without a lifetime or arguments, a Kept has no such spelling today.
            s/\bKept\.Unchecked(?=$generic?$call\s*\.lifetime\(|\((?:$argument,)?\s*arguments:)/Unchecked/g;

            # A dry run is a way to validate.
            s/\.dryRun\(\)/.validate(dryRun: true)/g;

            # Modules of other targets, graphs, and a code.
            s/\bModule\.contribute\(to:/Module.contribute(toGroup:/g;
            s/\bModule\.contributed\(in:/Module.contributed(toGroup:/g;
            s/\bobservedGraph\(/graphFromDryRun(/g;
            s/\.privateOutsideModule\b/.privateWithoutModule/g;

            # Instances for each task.
            s/\bPerTask\.withInstances\b/PerTask.withTaskInstances/g;

            # How a scope ended.
            s/\bScopeEnd\b/ScopeOutcome/g;
            s/\b(close|shutdown)\(((?:within:$argument,\s*)?)after:/$1($2outcome:/g;

            # Code around awaited makings.
            s/\bInterceptedMaking\b/InterceptedCreation/g;

            # Property wrappers: one name each.
            s/\@(?:Armory\.)?LazyInjected\b/\@Lazy/g;
            s/\@(?:Armory\.)?DynamicInjected\b/\@Provider/g;
            s/\@(?:Armory\.)?OptionalInjected\b/\@Injected/g;
            s/\bOptionalInjected<((?:[^<>]|<[^<>]*>)*)>/my $type = $1; "Injected<" . ($type =~ m{^any } ? "($type)?" : "$type?") . ">"/ge;
            s/\bLazyInjected(?=[<(])/Lazy/g;
            s/\bDynamicInjected(?=[<(])/Provider/g;

            # A name is any value.
            s/\.qualified\(by:\s*($argument)\)/".named(" . named($1) . ")"/ge;
            s/\.optional\(qualifiedBy:\s*($argument)\)/".optional(named: " . named($1) . ")"/ge;
            s/((?<![\w.])(?:\$[01]|resolver|r)|\b(?:resolve\w*|evict|dependsOn|TypedKey|Injected|Lazy|Provider|WeakInjected))(\((?:$argument,\s*)?)qualifier:\s*($argument)/
                "$1$2named: " . named($3)/ge;

            # One way to ask.
            s/\.resolveOptional(Async)?\((\((?:any|some) [^()]*\)|\[[^\[\]]*\]|[\w.<>\[\]]+)\.self/".resolve" . ($1 || "") . "($2?.self"/ge;
            s/\.resolveOptional(Async)?\((?=\)|named:|arguments:)/".resolve" . ($1 || "") . "("/ge;
            s/\.resolveAll\(\((any [^()]*)\)\.self/.resolve([$1].self/g;
            s/\.resolveAll\(([\w.<>\[\]]+)\.self/.resolve([$1].self/g;
            s/\.resolveAll\((?=\)|named:)/.resolve(/g;
            # A resolver is no function: the parameter of a factory has one of these names, or none. The elements of a list of deferred
            # dependencies are functions as before.
            my $each = qr/map|mapValues|compactMap|flatMap|forEach|filter|first|contains|reduce|sorted/;
            1 while s/(\.(?:$each)\s*(?:\($argument\)\s*)?\{[^{}]*?\$0)\(\)/$1\0()/;
            s/(?<=[\s(\[,!{])(\$[01]|resolver|r)\((?=\)|[\w.<>?]+\.self|\((?:any|some) |named:|arguments:|\[\(?\w)/$1.resolve(/g;

            s/\0//g;

            # Typed keys.
            s/(?<!\@)\b(Singleton|Transient|Scoped|Shared|Graph|Kept)\((\\\.\w+)(?:,\s*($argument(?:,$argument)*))?\)((?:\s*\{(?:(??{$part})|,)*+\})?)/
                $1 . (defined $3 ? "($3)" : "") . "$4.keyed($2)"/ge;
            s/\b([\w)]+)\[(\\\.\w+)\]\(($argument(?:,$argument)*)\)/$1.resolve(keyed: $2, arguments: $3)/g;
            s/(?<![\w.])((?:\w+\.)*(?:container|resolver|scope|request|shop|r|\$0|\w*[cC]ontainer))\[(\\\.\w+)\]/$1.resolve(keyed: $2)/g;
        ' "$file"
    done
