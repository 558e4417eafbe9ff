/**
 * The protocols of conversations that upstreams and callers use; the code of each is a folder of
 * `runtime/protocols/`.
 */
import type { CallerProtocolName, UpstreamProtocolName } from '../../runtime/contract.ts'

/** Protocols of upstream calls. */
export const UPSTREAM_PROTOCOLS: readonly UpstreamProtocolName[] = [
  'openai_chat',
  'anthropic_messages',
  'gemini_generate',
  'openai_responses',
]

/** Protocols in which callers are answered. */
export const CALLER_PROTOCOLS: readonly CallerProtocolName[] = ['openai_chat', 'anthropic_messages']

/** Whether a protocol forwards requests and replies unchanged, without parsing or writing them. */
export function passesThrough(protocol: UpstreamProtocolName): boolean {
  return protocol === 'openai_responses'
}
