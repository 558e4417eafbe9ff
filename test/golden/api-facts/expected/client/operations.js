// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export const assets = [
  {
   network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC',
   decimals: 6,
 },
]

export const operations = [
  { name: 'find', method: 'GET', path: '/find/{model}', params: true },
  { name: 'things', method: 'POST', path: '/api/v1/things', body: true, paid: true },
  { name: 'first', method: 'POST', path: '/api/v1/first', body: true, paid: true },
  { name: 'ended', method: 'POST', path: '/api/v1/ended', body: true },
  { name: 'lists', method: 'POST', path: '/api/v1/lists', body: true, paid: true },
  { name: 'many', method: 'POST', path: '/api/v1/many', body: true, paid: true },
  { name: 'drawn', method: 'POST', path: '/api/v1/drawn', body: true, paid: true },
  { name: 'asked', method: 'POST', path: '/api/v1/asked', body: true, paid: true },
  { name: 'things.get', method: 'GET', path: '/api/v1/things/{model}', params: true, paid: true },
  { name: 'peeks', method: 'GET', path: '/api/v1/peeks/{model}', params: true, paid: true },
]
