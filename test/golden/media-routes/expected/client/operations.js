// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export const assets = [
  {
   network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC',
   decimals: 6,
 },
]

export const operations = [
  { name: 'edits', method: 'POST', path: '/api/v1/edits', body: true, paid: true, job: true },
  { name: 'films', method: 'POST', path: '/api/v1/films', body: true, paid: true, job: true },
]
