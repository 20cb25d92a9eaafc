package import Hummingbird

extension Unauthorized: HTTPResponseError {
    package var status: HTTPResponse.Status { .unauthorized }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        // Only a token that was sent is said to be invalid: RFC 6750, section 3.1.
        let challenge = self == .noToken ? "Bearer" : #"Bearer error="invalid_token""#
        return Response(status: .unauthorized, headers: [.wwwAuthenticate: challenge])
    }
}

extension InvoiceError: HTTPResponseError {
    package var status: HTTPResponse.Status {
        switch self {
        case .invalid: .badRequest
        case .notAllowed: .forbidden
        case .notFound: .notFound
        }
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        let message =
            switch self {
            case .invalid(let reason): reason
            case .notAllowed(let role): "the role \(role) is missing"
            case .notFound(let id): "invoice \(id) does not exist"
            }
        return try HTTPError(status, message: message).response(from: request, context: context)
    }
}
