#!/usr/bin/env bash
# Writes the Swift code of orders.proto anew. It needs protoc (Debian: protobuf-compiler), and builds the two plug-ins of protoc
# from the packages that the service uses, which takes some minutes once.
set -euo pipefail
cd "$(dirname "$0")"

swift build --traits GRPC --product protoc-gen-swift
swift build --traits GRPC --product protoc-gen-grpc-swift-2
products=$(swift build --traits GRPC --show-bin-path)
protoc orders.proto \
    --plugin="$products/protoc-gen-swift" --swift_out=Sources/OrdersServerCore/GRPC/Generated \
    --swift_opt=Visibility=Package --swift_opt=UseAccessLevelOnImports=true \
    --plugin="$products/protoc-gen-grpc-swift-2" --grpc-swift-2_out=Sources/OrdersServerCore/GRPC/Generated \
    --grpc-swift-2_opt=Visibility=Package --grpc-swift-2_opt=UseAccessLevelOnImports=true --grpc-swift-2_opt=Client=true
# The generated code is all behind the trait.
for file in Sources/OrdersServerCore/GRPC/Generated/*.swift; do
    { printf '// swift-format-ignore-file\n#if GRPC\n'; cat "$file"; printf '#endif\n'; } >"$file.new"
    mv "$file.new" "$file"
done
