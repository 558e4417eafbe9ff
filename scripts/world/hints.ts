/** What to try next, told at the end of `npm start`. */
import type { World } from './world.ts'

/** Lines with ready commands and addresses for the gateway at `url`. */
export function hints(world: World, url: string): string[] {
  const to = url === 'http://127.0.0.1:4020' ? '' : `--url ${url} `
  return [
    'Buy something, in another terminal:',
    `  npm run buy -- ${to}image "a red fox"`,
    `  npm run buy -- ${to}rpc ethereum eth_blockNumber`,
    `  npm run buy -- ${to}pm "/api/v1/pm/venue-a/markets?limit=2"`,
    `  npm run buy -- ${to}image "a mountain lake" vendorD/image-5-pro   # answers as a job, paid when it is done`,
    `  npm run buy -- ${to}image "something forbidden"   # refused by moderation, costs nothing`,
    '',
    'Look around, free:',
    `  ${url}/openapi.json          ${url}/.well-known/x402`,
    `  ${url}/api/pricing           ${url}/api/v1/images/models`,
    `  ${url}/api/v1/health/overview`,
    '',
    'Make a supplier fail and see that nothing is charged:',
    `  curl -X POST ${world.upstreams.control}/vendor_a -d '{"mode":"fail","times":1}'`,
    '',
    'Change a price in catalog/media/images.models.yaml, then: npm run check, npm run generate, npm start.',
    'Ctrl-C ends everything and leaves nothing behind.',
  ]
}
