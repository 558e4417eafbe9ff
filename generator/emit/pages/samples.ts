/** Prints lines of code that buy, for callers to copy. */
import type { NetworkIR, RouteIR } from '../../ir.ts'
import { signsEip3009 } from '../facts.ts'
import { curl, fetchSample, literal, PACKAGES, WALLET, type Request } from './fetch-sample.ts'

/** A sample: the packages that it needs, and its code. */
export interface Sample {
  title: string
  install?: string
  code: string
}

/** A call that a sample makes. */
export interface Sold {
  route: RouteIR
  request: Request
}

/** The data for the samples of a network. */
interface Offers {
  cheap: Sold
  sold: readonly Sold[]
  /** A program with the gateway's own client. */
  client?: Omit<Sample, 'title'> | undefined
  /** The path at which MCP clients connect. */
  mcp?: string | undefined
  /** The name of the gateway in the settings of MCP clients. */
  name: string
}

/** The call of a protocol by an SDK: the path that the SDK adds to its base URL, and its code. */
interface Sdk {
  title: string
  install: string
  path: string
  code(base: string, body: string): string
}

const SDKS: Readonly<Record<string, Sdk>> = {
  openai_chat: {
    title: "OpenAI's SDK",
    install: 'openai',
    path: '/chat/completions',
    code: (base, body) => `import OpenAI from 'openai'
${WALLET}

const openai = new OpenAI({ baseURL: '${base}', apiKey: 'unused', fetch: pay })
const answer = await openai.chat.completions.create(${body})
console.log(answer.choices[0].message.content)`,
  },
  anthropic_messages: {
    title: "Anthropic's SDK",
    install: '@anthropic-ai/sdk',
    path: '/v1/messages',
    code: (base, body) => `import Anthropic from '@anthropic-ai/sdk'
${WALLET}

const anthropic = new Anthropic({ baseURL: '${base}', apiKey: 'unused', fetch: pay })
const answer = await anthropic.messages.create(${body})
console.log(answer.content)`,
  },
}

/** The samples of a network: with curl and, if its wallets sign EIP-3009, in JavaScript. */
export function samples(network: NetworkIR, offers: Offers): Sample[] {
  const { cheap, sold, client } = offers
  const asked = curl(cheap.request)
  const first = {
    title: 'curl',
    code: `# the exact price, free\n${asked}\n\n# the same with the signed payment\n${asked} \\\n  -H "PAYMENT-SIGNATURE: $SIGNED"`,
  }
  if (!signsEip3009(network)) return [first, ...mcpSample(offers)]
  const spoken = Object.entries(SDKS).flatMap(([protocol, sdk]) => sdkSample(protocol, sdk, sold))
  const plain = {
    title: '@x402/fetch',
    install: `npm install ${PACKAGES}`,
    code: fetchSample(cheap.request),
  }
  const own = client === undefined ? [] : [{ title: 'Typed client', ...client }]
  return [first, plain, ...spoken, ...own, ...mcpSample(offers)]
}

/** How MCP clients connect: those that pay by themselves, and others through the bridge. */
function mcpSample({ mcp, name }: Offers): Sample[] {
  if (mcp === undefined) return []
  const own = { mcpServers: { [name]: { type: 'http', url: `{origin}${mcp}` } } }
  const args = ['farebox', 'mcp', '--url', '{origin}', '--most', '0.50', '--day', '5']
  const bridge = { mcpServers: { [name]: { command: 'npx', args, env: { BUYER_KEY: '0x…' } } } }
  const [direct, bridged] = [own, bridge].map(one => JSON.stringify(one, null, 2))
  return [
    {
      title: 'MCP',
      code: `// a client that pays by itself\n${direct}\n\n// any other client, in a checkout of this gateway: a bridge signs, up to 0.50 USD a call, 5 a day\n${bridged}`,
    },
  ]
}

/** A route of the protocol at an address that its SDK supports. */
function sdkSample(protocol: string, sdk: Sdk, sold: readonly Sold[]): Sample[] {
  const short = sold
    .filter(({ route }) => route.protocol === protocol)
    .toSorted((a, b) => members(a) - members(b))
  for (const { route, request } of short) {
    const paths = [request.url, ...route.aliases.map(({ path }) => `{origin}${path}`)]
    const at = paths.filter(path => path.endsWith(sdk.path)).sort((a, b) => a.length - b.length)[0]
    if (at === undefined) continue
    const code = sdk.code(at.slice(0, -sdk.path.length), literal(request.body))
    return [{ title: sdk.title, install: `npm install ${sdk.install} ${PACKAGES}`, code }]
  }
  return []
}

const members = ({ request }: Sold): number => Object.keys(request.body ?? {}).length
