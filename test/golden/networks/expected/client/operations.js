// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export const assets = [
  {
   network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC',
   decimals: 6,
 },
  {
   network: 'eip155:137', asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', symbol: 'USDC',
   decimals: 6,
 },
  {
   network: 'eip155:42161', asset: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', symbol: 'USDC',
   decimals: 6,
 },
  {
   network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
   asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'USDC', decimals: 6,
 },
  {
   network: 'eip155:84532', asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', symbol: 'USDC',
   decimals: 6,
 },
  {
   network: 'xrpl:0', asset: '524C555344000000000000000000000000000000', symbol: 'RLUSD',
   decimals: 0,
 },
]

export const operations = [
  { name: 'mcp', method: 'POST', path: '/mcp', body: true },
  { name: 'things', method: 'GET', path: '/things/{id}', params: true },
  { name: 'purchases', method: 'GET', path: '/purchases' },
  { name: 'mixed', method: 'GET', path: '/api/v1/mixed', params: true },
  { name: 'mixed.paid', method: 'GET', path: '/api/v1/mixed/paid', params: true, paid: true },
  { name: 'things.post', method: 'POST', path: '/api/v1/things', body: true, paid: true },
  { name: 'talk', method: 'POST', path: '/api/v1/talk', body: true, paid: true, stream: 'stream' },
]
