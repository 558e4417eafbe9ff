// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export const assets = [
  {
   network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC',
   decimals: 6,
 },
]

export const operations = [
  {
   name: 'prices', method: 'GET', path: '/api/v1/prices/{place}/{symbol}', params: true, paid: true,
 },
  { name: 'files', method: 'GET', path: '/api/v1/files/*', params: true, paid: true },
  { name: 'mine', method: 'GET', path: '/api/v1/mine', paid: true },
  { name: 'mcp', method: 'POST', path: '/mcp', body: true },
  { name: 'things', method: 'GET', path: '/things/{id}', params: true },
  {
   name: 'chat.completions', method: 'POST', path: '/api/v1/chat/completions', body: true,
   paid: true, stream: 'stream',
 },
  {
   name: 'messages', method: 'POST', path: '/api/v1/messages', body: true, paid: true,
   stream: 'stream',
 },
  { name: 'things.post', method: 'POST', path: '/api/v1/things', body: true, paid: true },
]
