// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

export const own_tools = new Set([
  'function', 'custom', 'shell', 'local_shell', 'apply_patch', 'computer', 'computer_use_preview',
])

export const tool_choices = new Set([
  'function', 'custom', 'allowed_tools', 'shell', 'local_shell', 'apply_patch',
])

/** What /v1/responses/{id} and 3 more routes have in common. */
export const shared = {
  family: 'text/responses', tags: ['chat'], flow: 'free', networks: ['base', 'testnet'],
  envelope: 'responses', challenge: 'after_gates', authorization: 300_000, bodyLimit: 1_048_576,
  probes: [],
} satisfies Partial<Route<Call<any, any, any, any>>>
