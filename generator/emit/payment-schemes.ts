/** Describes the x402 schemes of a network in documents. */
import type { NetworkIR } from '../ir.ts'

/** The signed and the paid amount by scheme; the usual scheme needs no description. */
const WORDS: Readonly<Record<string, string>> = {
  upto: 'sign the most that the call may cost (Permit2), and pay for actual use',
}

/** Sentences about the network's scheme and the schemes on request. */
export function schemeWords({ scheme, on_request = [] }: NetworkIR): string[] {
  const own = WORDS[scheme]
  return [
    ...(own === undefined ? [] : [`Callers ${own}.`]),
    ...on_request.map(
      name =>
        `To ${WORDS[name] ?? `pay by ${name}`}, send the header \`X-Payment-Scheme: ${name}\`.`,
    ),
  ]
}

/** The schemes on request for JSON documents, and how to request them. */
export function onRequest(network: NetworkIR): { schemes_on_request?: object[] } {
  const { on_request = [] } = network
  if (on_request.length === 0) return {}
  return {
    schemes_on_request: on_request.map(name => ({
      scheme: name,
      header: `X-Payment-Scheme: ${name}`,
      description: `For callers that ${WORDS[name] ?? `pay by ${name}`}.`,
    })),
  }
}
