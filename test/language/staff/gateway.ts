/** Numbers and addresses of the gateway, of networks, limits and upstreams. */
import { BASE, GATEWAY, slip, type Mistake } from './mistake.ts'

export const GATEWAY_MISTAKES: readonly Mistake[] = [
  slip(['margin in percent', GATEWAY], ['margin: 1.05', 'margin: 5'], /at most 2.*1\.05/),
  slip(['margin as 105', GATEWAY], ['margin: 1.05', 'margin: 105'], /at most 2.*1\.05/),
  slip(['margin below 1', GATEWAY], ['margin: 1.05', 'margin: 0.05'], /at least 1.*1\.05/),
  slip(['margin with a percent sign', GATEWAY], ['margin: 1.05', 'margin: 5%'], /1\.05|factor/),
  slip(['fee a hundred times too much', GATEWAY], ['fee: 0.001', 'fee: 0.1'], /fee/),
  slip(['fee in cents', GATEWAY], ['fee: 0.001', 'fee: 1'], /fee/),
  slip(['a negative fee', GATEWAY], ['fee: 0.001', 'fee: -0.001'], /fee|negative/),
  slip(
    ['an unknown network', GATEWAY],
    ['networks: [base, testnet]', 'networks: [base, tesnet]'],
    /testnet/,
  ),
  slip(['18 decimals', BASE], ['decimals: 6', 'decimals: 18'], /decimals/),
  slip(["a digit of the token's address", BASE], ['02913"', '02914"'], /EIP-55|copy/),
  slip(["a digit too few in the token's address", BASE], ['02913"', '0291"'], /40|address/),
  slip(
    ["a digit of the contract's address", 'networks/nano.yaml'],
    ['0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eE', '0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eF'],
    /EIP-55|copy/,
  ),
  slip(
    ['a digit of the token of a second chain', 'networks/nano.yaml'],
    ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', '0xaf88d065e77c8cC2239327C5EDb3A432268e5832'],
    /EIP-55|copy/,
  ),
  slip(
    ['the token of another chain', BASE],
    ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
    /chain/,
  ),
  slip(
    ['a chain that is another', 'networks/testnet.yaml'],
    ['chain: eip155:84532', 'chain: eip155:8453'],
    /chain/,
  ),
  slip(['a limit of 0', 'limits.yaml'], ['metadata: { max: 100', 'metadata: { max: 0'], /max/),
  slip(
    ['a limit per nothing', 'limits.yaml'],
    ['health:   { max: 60, per: 1m', 'health:   { max: 60, per: 0m'],
    /per/,
  ),
  slip(
    ['a limit in bare numbers', 'limits.yaml'],
    ['health:   { max: 60, per: 1m', 'health:   { max: 60, per: 1'],
    /1s|1m/,
  ),
  slip(
    ['a misspelt style of a limit', 'limits.yaml'],
    [
      'swaps: { max: 600, per: 1m, by: ip, style: retry_after',
      'swaps: { max: 600, per: 1m, by: ip, style: retry-after',
    ],
    /retry_after/,
  ),
  slip(
    ['milliseconds without a unit', 'upstreams/vendor-g.yaml'],
    ['timeout: 120s', 'timeout: 120000'],
    /s\b/,
  ),
  slip(
    ['seconds that were milliseconds', 'upstreams/vendor-g.yaml'],
    ['timeout: 600s', 'timeout: 600000s'],
    /ms|live|long/,
  ),
  slip(
    ['milliseconds that were seconds', 'upstreams/exa.yaml'],
    ['timeout: 30s', 'timeout: 30ms'],
    /30s/,
  ),
  slip(
    ['an address without https', 'upstreams/exa.yaml'],
    ['base: https://api.exa.example', 'base: api.exa.example'],
    /https/,
  ),
  slip(
    ['an address with a blank', 'upstreams/exa.yaml'],
    ['base: https://api.exa.example', 'base: https://api.exa .example'],
    /address|base/,
  ),
  slip(
    ['a key in the file', 'upstreams/exa.yaml'],
    ['x-api-key: "{key}"', 'x-api-key: "sk-proj-abcdefghijklmnopqrstuvwx"'],
    /environment|\{key\}/,
  ),
]
