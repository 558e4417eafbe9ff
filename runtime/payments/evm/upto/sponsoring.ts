/** The x402 extension by which a wallet that has not approved Permit2 sends an EIP-2612 permit. */
import type { Declared } from '../../kind.ts'

/** The name of the extension. */
export const SPONSORING = 'eip2612GasSponsoring'
/** The version of the extension. */
export const VERSION = '1'

const text = (pattern: string, description: string): Readonly<Record<string, string>> => ({
  type: 'string',
  pattern,
  description,
})
const ADDRESS = '^0x[a-fA-F0-9]{40}$'
const NUMBER = '^[0-9]+$'

/** The schema of a permit, for clients that check it. */
const properties = {
  from: text(ADDRESS, 'The wallet that pays'),
  asset: text(ADDRESS, 'The token'),
  spender: text(ADDRESS, 'Permit2'),
  amount: text(NUMBER, 'What Permit2 may move: the amount of the offer'),
  nonce: text(NUMBER, "The wallet's next nonce at the token"),
  deadline: text(NUMBER, 'When the permit ends, Unix seconds'),
  signature: text('^0x[a-fA-F0-9]+$', 'The signature of the permit, 65 bytes'),
  version: text('^[0-9]+(\\.[0-9]+)*$', 'The version of this extension'),
}

/** The extension as challenges declare it. */
export const SPONSORING_DECLARED: Declared = {
  // Clients only look for its name; the heads of challenges have little room.
  brief: { [SPONSORING]: { info: {}, schema: {} } },
  whole: {
    [SPONSORING]: {
      info: {
        description: 'A wallet that has not approved Permit2 may send an EIP-2612 permit instead.',
        version: VERSION,
      },
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties,
        required: Object.keys(properties),
      },
    },
  },
}
