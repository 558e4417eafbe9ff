// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export const assets = [
  {
   network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC',
   decimals: 6,
 },
]

export const operations = [
  {
   name: 'chat.completions', method: 'POST', path: '/api/v1/chat/completions', body: true,
   paid: true, stream: 'stream',
 },
  {
   name: 'responses', method: 'POST', path: '/api/v1/responses', body: true, paid: true,
   stream: 'stream',
 },
  { name: 'things', method: 'POST', path: '/api/v1/things', body: true, paid: true },
]
