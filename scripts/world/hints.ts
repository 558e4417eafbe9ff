/** What to try next, printed at the end of `npm start`. */
import type { World } from './world.ts'

/** Arguments of `npm run buy`, with a remark. */
const PURCHASES: readonly (readonly [words: string, remark?: string])[] = [
  ['chat "why is the sky blue?"', 'streamed to your terminal; paid for when it is complete'],
  ['chat "hello" open/free-20b', 'a free model: no wallet, no payment'],
  ['messages "hello"', "the same in Anthropic's form"],
  ['responses "hello" --set max_output_tokens=200'],
  ['search "what happened in space this week" --set max_results=3'],
  ['image "a red fox" --save fox.png'],
  ['edit "add a hat" fox.png', 'uploads a file from your disk as a form'],
  ['music "a slow waltz"'],
  ['speech "Hello there" george'],
  ['sound "rain on a tin roof"'],
  [
    'video "a paper boat" --seconds 6 --resolution 720p',
    'a job: polled for ten seconds, paid for when it completes',
  ],
  [
    'portrait Fox https://pictures.example/fox.png',
    'then: video "it runs" vendorD/video-2.0 --set real_face_asset_id=ta_...',
  ],
  ['face Ada', 'a link for the phone, free; "face Ada IMAGE_URL GROUP_ID" enrolls'],
  ['rpc ethereum eth_blockNumber'],
  ['pm "/api/v1/pm/venue-a/markets?limit=2"'],
  ['web "agents that pay" --set category=news'],
  ['defi prices/coingecko:bitcoin'],
  ['surf "market/price?symbol=BTC"'],
  ['price AAPL us'],
  ['history EUR-USD 2026-01-01 fx', 'free: no wallet, no payment'],
  ['phone +14155552671'],
  ['number buy --most 6', 'a telephone number for 30 days; also: list, renew, release'],
  ['call +14155552671 "Ask when they open"', 'an AI calls from your number; polling it is free'],
  ['sandbox --seconds 600', 'a Python sandbox for ten minutes; exec runs commands in it'],
  ['users alice bob carol'],
  ['fund 0x0000000000000000000000000000000000000001 2.5', 'a deposit to a wallet at a venue'],
  ['onramp', 'a link to buy USDC with a card, free'],
  ['image "something forbidden"', 'refused by moderation; costs nothing'],
  ['--help', 'lists everything'],
]

/** Returns lines with commands and addresses for the gateway at `url`. */
export function hints(world: World, url: string): string[] {
  const { chain, buyer } = world.network
  const at = chain === undefined ? `--network ${world.spec.name} ` : `--url ${url} `
  const to = chain !== undefined && url === 'http://127.0.0.1:4020' ? '' : at
  const { NETWORK, SIGNING_KEYS, DATA_DIR } = world.env
  const own = `NETWORK=${NETWORK} SIGNING_KEYS=${SIGNING_KEYS} DATA_DIR=${DATA_DIR}`
  return [
    'Buy something, in another terminal:',
    ...PURCHASES.map(
      ([words, remark]) =>
        `  npm run buy -- ${to}${words}${remark === undefined ? '' : `   # ${remark}`}`,
    ),
    '',
    'Pay with a client of your own, from a wallet with play money:',
    `  PRIVATE_KEY=${buyer.key}`,
    '',
    'Look around for free:',
    `  ${url}/                  prices and code, for browsers`,
    `  ${url}/docs              the reference, to try calls in`,
    `  ${url}/mcp               for MCP clients`,
    `  ${url}/openapi.json          ${url}/.well-known/x402`,
    `  ${url}/v1/models             ${url}/api/v1/video/models`,
    `  ${url}/api/pricing           ${url}/api/v1/audio/voices`,
    `  ${url}/api/v1/health/overview    ${url}/llms.txt`,
    '',
    'Make an upstream write slowly, to watch a stream:',
    `  curl -X POST ${world.upstreams.control}/vendor_a -d '{"mode":"ok","gap":150}'`,
    '',
    'Make one fail, to see that nothing is charged:',
    `  curl -X POST ${world.upstreams.control}/vendor_a -d '{"mode":"fail","times":1}'`,
    `  curl -X POST ${world.upstreams.control}/vendor_a -d '{"mode":"cut","times":1}'      ` +
      '  # the next answer is cut off in the middle',
    `  curl -X POST ${world.upstreams.control}/vendor_c -d '{"mode":"job_fail","times":1}' ` +
      '  # the next video fails half-way',
    '',
    'Change a price in catalog/media/images.models.yaml, run npm run check and npm run ' +
      'generate, and put it live here:',
    `  ${own} npm run deploy`,
    '',
    'See who bought what:',
    `  ${own} npm run sales`,
    '',
    'Ctrl-C stops everything and removes its temporary files.',
  ]
}
