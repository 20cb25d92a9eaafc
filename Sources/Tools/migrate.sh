#!/bin/sh
# Rewrites Swift sources from the spellings before the public API was cut to those of today: see Know/Versions.md, whose table
# says the same, and what has to be looked at by hand. Run it in a clean checkout, build, and read the difference.
#
#     migrate.sh Sources Tests Package/README.md ...
#
# It needs perl, which Linux and macOS have.
set -eu

if [ $# -eq 0 ]; then
    sed -n '2,8p' "$0" | sed 's/^# \{0,1\}//'
    exit 2
fi

find "$@" \( -name .build -prune \) -o -type f \( -name '*.swift' -o -name '*.md' -o -name '*.swift.txt' \) -print |
    while IFS= read -r file; do
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
            s/(?<![\w.])Name(?=\(|\?|>|\]|\b\s*(?:=|\{|,|\)|:(?!:)))(?<!\bvar Name)/RegistrationName/g if 0;
            s/(:\s*|<|\[|->\s*|\bas[?!]?\s+)Name(?=[?\]>,)\s{=:]|$)/$1RegistrationName/gm;
            s/(?<![\w.])Name\((?=["\w\\])/RegistrationName(/g;
            s/(?<![\w.])Seed\(/ScopeSeed(/g;
            s/\[Seed\]/[ScopeSeed]/g;
            s/\bextension Keys\b/extension TypedKeys/g;
            s/(?<=[:\s])Key<(.*?)> \{ Key\(/TypedKey<$1> { TypedKey(/g;
            s/(?<![\w.])Weak</WeakInjected</g;
            s/(?<=:\s)SourceLocation\b/CodeLocation/g if /import Armory\b/ && !/import Testing\b/;

            # Property wrappers: one name each.
            if (!/import Armory(?:Resolver|Injection|Factory)\b/) {
                s/\@(?:Armory\.)?LazyInjected\b/\@Lazy/g;
                s/\@(?:Armory\.)?DynamicInjected\b/\@Provider/g;
                s/\@(?:Armory\.)?OptionalInjected\b/\@Injected/g;
                s/\bOptionalInjected<($argument)>/"Injected<" . ($1 =~ m{^any } ? "($1)?" : "$1?") . ">"/ge;
                s/\bLazyInjected(?=[<(])/Lazy/g;
                s/\bDynamicInjected(?=[<(])/Provider/g;
            }

            # A name is any value.
            s/\.qualified\(by:\s*($argument)\)/".named(" . named($1) . ")"/ge;
            s/\.optional\(qualifiedBy:\s*($argument)\)/".optional(named: " . named($1) . ")"/ge;
            s/(?<=[(,]\s|[(,])qualifier:\s*(?!some |nil\b|Any|Qualifier\()($argument)/"named: " . named($1)/ge;

            # One way to ask.
            s/\.resolveOptional(Async)?\((\((?:any|some) [^()]*\)|[\w.<>\[\]]+)\.self/".resolve" . ($1 || "") . "($2?.self"/ge;
            s/\.resolveOptional(Async)?\(/".resolve" . ($1 || "") . "("/ge;
            s/\.resolveAll\(\((any [^()]*)\)\.self/.resolve([$1].self/g;
            s/\.resolveAll\(([\w.<>\[\]]+)\.self/.resolve([$1].self/g;
            s/\.resolveAll\(/.resolve(/g;
            # A resolver is no function: the parameter of a factory has one of these names, or none.
            s/(?<=[\s(\[,!])(\$0|resolver|r)\((?=\)|\w[\w.<>]*\.self|\((?:any|some) |named:|arguments:|\[\(?\w)/$1.resolve(/g;

            # Typed keys.
            s/\b([\w)]+)\[(\\\.\w+)\]\(($argument(?:,$argument)*)\)/$1.resolve($2, arguments: $3)/g if /TypedKeys|typed key/;
            s/(?<![\w.])(container|resolver|scope|request|shop|r|\$0|\w*[cC]ontainer)\[(\\\.\w+)\]/$1.resolve($2)/g;
        ' "$file"
    done
