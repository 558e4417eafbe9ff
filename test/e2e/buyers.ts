/**
 * Programs of others that buy here as they are, and what each buys. The README shows this table;
 * `unmodified.test.ts` buys all of it.
 */

/** A program, by the name of its package, what it buys, and what its user has to know. */
export interface BuyerRow {
  client: string
  buys: readonly string[]
  note?: string
}

const PAYS = 'given the fetch of `@x402/fetch`'

/** The table. Versions are those of package.json. */
export const BUYERS: readonly BuyerRow[] = [
  { client: '@x402/fetch', buys: ['images', 'RPC'] },
  { client: '@x402/axios', buys: ['images', 'RPC'] },
  { client: '@faremeter/fetch', buys: ['images', 'RPC'], note: 'with `@faremeter/payment-evm`' },
  {
    client: 'openai',
    buys: ['chat', 'responses', 'images', 'edits', 'speech'],
    note: `${PAYS}, at \`/v1\``,
  },
  { client: '@anthropic-ai/sdk', buys: ['messages'], note: PAYS },
  {
    client: '@ai-sdk/openai',
    buys: ['text', 'images', 'speech'],
    note: `with \`ai\`, ${PAYS}, at \`/v1\``,
  },
  { client: '@langchain/openai', buys: ['chat'], note: `${PAYS}, at \`/v1\`` },
  { client: '@langchain/anthropic', buys: ['messages'], note: PAYS },
  {
    client: '@openai/agents',
    buys: ['chat', 'streamed chat', 'responses', 'streamed responses'],
    note: `an agent with a tool, on an \`openai\` client ${PAYS}, at \`/v1\``,
  },
  {
    client: '@modelcontextprotocol/sdk',
    buys: ['images', 'chat'],
    note: 'at `/mcp`, with payments made by the client of `@x402/fetch`',
  },
]

/** The rows as Markdown; `versions` are the versions by package. */
export function buyerRows(versions: Readonly<Record<string, string>>): string[] {
  return BUYERS.map(
    ({ client, buys, note = '' }) =>
      `| \`${client}\` | ${versions[client]} | ${buys.join(', ')} | ${note} |`,
  )
}
