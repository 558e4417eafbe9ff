// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export const assets = [
  {
   network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC',
   decimals: 6,
 },
]

export const operations = [
  { name: 'numbers.renew', method: 'POST', path: '/api/v1/numbers/renew', body: true, paid: true },
  { name: 'numbers.buy', method: 'POST', path: '/api/v1/numbers/buy', body: true, paid: true },
  {
   name: 'wallets.numbers', method: 'GET', path: '/api/v1/wallets/{address}/numbers', params: true,
 },
  { name: 'numbers.label', method: 'POST', path: '/api/v1/numbers/label', body: true, paid: true },
  { name: 'numbers.mine', method: 'POST', path: '/api/v1/numbers/mine', body: true, paid: true },
  { name: 'things', method: 'POST', path: '/api/v1/things', body: true, paid: true },
]
