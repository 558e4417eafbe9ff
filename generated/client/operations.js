// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export const assets = [
  {
   network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC',
   decimals: 6,
 },
  {
   network: 'eip155:84532', asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', symbol: 'USDC',
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
   network: 'xrpl:0', asset: '524C555344000000000000000000000000000000', symbol: 'RLUSD',
   decimals: 0,
 },
]

export const operations = [
  {
   name: 'defi.protocols', method: 'GET', path: '/api/v1/defi/protocols', params: true, paid: true,
 },
  {
   name: 'defi.protocol', method: 'GET', path: '/api/v1/defi/protocol/{slug}', params: true,
   paid: true,
 },
  { name: 'defi.chains', method: 'GET', path: '/api/v1/defi/chains', params: true, paid: true },
  { name: 'defi.yields', method: 'GET', path: '/api/v1/defi/yields', params: true, paid: true },
  {
   name: 'defi.prices', method: 'GET', path: '/api/v1/defi/prices/{coins}', params: true,
   paid: true,
 },
  { name: 'crypto.list', method: 'GET', path: '/api/v1/crypto/list', params: true },
  { name: 'crypto.price', method: 'GET', path: '/api/v1/crypto/price/{symbol}', params: true },
  { name: 'crypto.history', method: 'GET', path: '/api/v1/crypto/history/{symbol}', params: true },
  { name: 'fx.list', method: 'GET', path: '/api/v1/fx/list', params: true },
  { name: 'fx.price', method: 'GET', path: '/api/v1/fx/price/{symbol}', params: true },
  { name: 'fx.history', method: 'GET', path: '/api/v1/fx/history/{symbol}', params: true },
  { name: 'commodity.list', method: 'GET', path: '/api/v1/commodity/list', params: true },
  {
   name: 'commodity.price', method: 'GET', path: '/api/v1/commodity/price/{symbol}', params: true,
 },
  {
   name: 'commodity.history', method: 'GET', path: '/api/v1/commodity/history/{symbol}',
   params: true,
 },
  { name: 'stocks.list', method: 'GET', path: '/api/v1/stocks/{market}/list', params: true },
  {
   name: 'stocks.price', method: 'GET', path: '/api/v1/stocks/{market}/price/{symbol}',
   params: true, paid: true,
 },
  {
   name: 'stocks.history', method: 'GET', path: '/api/v1/stocks/{market}/history/{symbol}',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.marketPrice', method: 'GET', path: '/api/v1/pm/venue-a/market-price/{token_id}',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.candlesticks', method: 'GET',
   path: '/api/v1/pm/venue-a/candlesticks/{condition_id}', params: true, paid: true,
 },
  {
   name: 'pm.venueA.candlesticks.token', method: 'GET',
   path: '/api/v1/pm/venue-a/candlesticks/token/{token_id}', params: true, paid: true,
 },
  {
   name: 'pm.venueA.volumeChart', method: 'GET',
   path: '/api/v1/pm/venue-a/volume-chart/{condition_id}', params: true, paid: true,
 },
  {
   name: 'pm.venueA.markets.volume', method: 'GET',
   path: '/api/v1/pm/venue-a/markets/{token_id}/volume', params: true, paid: true,
 },
  {
   name: 'pm.venueA.markets.openInterest', method: 'GET',
   path: '/api/v1/pm/venue-a/markets/{condition_id}/open_interest', params: true, paid: true,
 },
  {
   name: 'pm.venueA.cohorts.stats', method: 'GET', path: '/api/v1/pm/venue-a/cohorts/stats',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.market.topHolders', method: 'GET',
   path: '/api/v1/pm/venue-a/market/{condition_id}/top-holders', params: true, paid: true,
 },
  {
   name: 'pm.venueA.market.smartMoney', method: 'GET',
   path: '/api/v1/pm/venue-a/market/{condition_id}/smart-money', params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet', method: 'GET', path: '/api/v1/pm/venue-a/wallet/{wallet}',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet.similar', method: 'GET',
   path: '/api/v1/pm/venue-a/wallet/{wallet}/similar', params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet.pnl', method: 'GET', path: '/api/v1/pm/venue-a/wallet/pnl/{wallet}',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet.volumeChart', method: 'GET',
   path: '/api/v1/pm/venue-a/wallet/volume-chart/{wallet}', params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallets.profiles', method: 'GET', path: '/api/v1/pm/venue-a/wallets/profiles',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.uma.market', method: 'GET',
   path: '/api/v1/pm/venue-a/uma/market/{condition_id}', params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet.identity', method: 'GET',
   path: '/api/v1/pm/venue-a/wallet/identity/{wallet}', params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet.identities', method: 'POST',
   path: '/api/v1/pm/venue-a/wallet/identities', params: true, body: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet.cluster', method: 'GET',
   path: '/api/v1/pm/venue-a/wallet/{address}/cluster', params: true, paid: true,
 },
  {
   name: 'pm.exchange.candles', method: 'GET', path: '/api/v1/pm/exchange/candles/{symbol}',
   params: true, paid: true,
 },
  {
   name: 'pm.exchange.ticks', method: 'GET', path: '/api/v1/pm/exchange/ticks/{symbol}',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.markets', method: 'GET', path: '/api/v1/pm/venue-a/markets', params: true,
   paid: true,
 },
  {
   name: 'pm.venueA.markets.keyset', method: 'GET', path: '/api/v1/pm/venue-a/markets/keyset',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.events', method: 'GET', path: '/api/v1/pm/venue-a/events', params: true,
   paid: true,
 },
  {
   name: 'pm.venueA.events.keyset', method: 'GET', path: '/api/v1/pm/venue-a/events/keyset',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.cryptoUpdown', method: 'GET', path: '/api/v1/pm/venue-a/crypto-updown',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.orderbooks', method: 'GET', path: '/api/v1/pm/venue-a/orderbooks', params: true,
   paid: true,
 },
  {
   name: 'pm.venueA.trades', method: 'GET', path: '/api/v1/pm/venue-a/trades', params: true,
   paid: true,
 },
  {
   name: 'pm.venueA.activity', method: 'GET', path: '/api/v1/pm/venue-a/activity', params: true,
   paid: true,
 },
  {
   name: 'pm.venueA.positions', method: 'GET', path: '/api/v1/pm/venue-a/positions', params: true,
   paid: true,
 },
  {
   name: 'pm.venueA.leaderboard', method: 'GET', path: '/api/v1/pm/venue-a/leaderboard',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.leaderboard.market', method: 'GET',
   path: '/api/v1/pm/venue-a/leaderboard/market/{condition_id}', params: true, paid: true,
 },
  {
   name: 'pm.venueA.markets.smartActivity', method: 'GET',
   path: '/api/v1/pm/venue-a/markets/smart-activity', params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet.markets', method: 'GET',
   path: '/api/v1/pm/venue-a/wallet/{wallet}/markets', params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallet.positions', method: 'GET',
   path: '/api/v1/pm/venue-a/wallet/positions/{wallet}', params: true, paid: true,
 },
  {
   name: 'pm.venueA.wallets.filter', method: 'GET', path: '/api/v1/pm/venue-a/wallets/filter',
   params: true, paid: true,
 },
  {
   name: 'pm.venueA.uma.markets', method: 'GET', path: '/api/v1/pm/venue-a/uma/markets',
   params: true, paid: true,
 },
  {
   name: 'pm.venueB.markets', method: 'GET', path: '/api/v1/pm/venue-b/markets', params: true,
   paid: true,
 },
  {
   name: 'pm.venueB.trades', method: 'GET', path: '/api/v1/pm/venue-b/trades', params: true,
   paid: true,
 },
  {
   name: 'pm.venueB.orderbooks', method: 'GET', path: '/api/v1/pm/venue-b/orderbooks', params: true,
   paid: true,
 },
  {
   name: 'pm.venueC.markets', method: 'GET', path: '/api/v1/pm/venue-c/markets', params: true,
   paid: true,
 },
  {
   name: 'pm.venueC.orderbooks', method: 'GET', path: '/api/v1/pm/venue-c/orderbooks', params: true,
   paid: true,
 },
  {
   name: 'pm.venueD.markets', method: 'GET', path: '/api/v1/pm/venue-d/markets', params: true,
   paid: true,
 },
  {
   name: 'pm.venueD.orderbooks', method: 'GET', path: '/api/v1/pm/venue-d/orderbooks', params: true,
   paid: true,
 },
  {
   name: 'pm.venueE.markets', method: 'GET', path: '/api/v1/pm/venue-e/markets', params: true,
   paid: true,
 },
  {
   name: 'pm.venueE.orderbooks', method: 'GET', path: '/api/v1/pm/venue-e/orderbooks', params: true,
   paid: true,
 },
  {
   name: 'pm.markets.search', method: 'GET', path: '/api/v1/pm/markets/search', params: true,
   paid: true,
 },
  { name: 'pm.sports', method: 'GET', path: '/api/v1/pm/sports/*', params: true },
  {
   name: 'social.users.lookup', method: 'POST', path: '/api/v1/social/users/lookup', body: true,
   paid: true,
 },
  {
   name: 'social.users.followers', method: 'POST', path: '/api/v1/social/users/followers',
   body: true, paid: true,
 },
  {
   name: 'social.users.followings', method: 'POST', path: '/api/v1/social/users/followings',
   body: true, paid: true,
 },
  { name: 'surf.get', method: 'GET', path: '/api/v1/surf/*', params: true, paid: true },
  {
   name: 'surf.post', method: 'POST', path: '/api/v1/surf/*', params: true, body: true, paid: true,
 },
  { name: 'dexagg.price', method: 'GET', path: '/api/v1/dexagg/price', params: true },
  { name: 'dexagg.quote', method: 'GET', path: '/api/v1/dexagg/quote', params: true },
  {
   name: 'dexagg.gasless.price', method: 'GET', path: '/api/v1/dexagg/gasless/price', params: true,
 },
  {
   name: 'dexagg.gasless.quote', method: 'GET', path: '/api/v1/dexagg/gasless/quote', params: true,
 },
  {
   name: 'dexagg.gasless.submit', method: 'POST', path: '/api/v1/dexagg/gasless/submit',
   params: true, body: true,
 },
  {
   name: 'dexagg.gasless.status', method: 'GET', path: '/api/v1/dexagg/gasless/status/{trade_hash}',
   params: true,
 },
  {
   name: 'dexagg.gasless.approvalTokens', method: 'GET',
   path: '/api/v1/dexagg/gasless/approval-tokens', params: true,
 },
  {
   name: 'dexagg.gasless.chains', method: 'GET', path: '/api/v1/dexagg/gasless/chains',
   params: true,
 },
  { name: 'dexagg.swap.chains', method: 'GET', path: '/api/v1/dexagg/swap/chains', params: true },
  {
   name: 'websearch.search', method: 'POST', path: '/api/v1/websearch/search', body: true,
   paid: true,
 },
  {
   name: 'websearch.answer', method: 'POST', path: '/api/v1/websearch/answer', body: true,
   paid: true,
 },
  {
   name: 'websearch.contents', method: 'POST', path: '/api/v1/websearch/contents', body: true,
   paid: true,
 },
  {
   name: 'websearch.findSimilar', method: 'POST', path: '/api/v1/websearch/find-similar',
   body: true, paid: true,
 },
  {
   name: 'images.edit', method: 'POST', path: '/api/v1/images/image2image', body: true, paid: true,
   job: true,
 },
  {
   name: 'images.openai.edit', method: 'POST', path: '/v1/images/edits', body: true, paid: true,
   job: true,
 },
  {
   name: 'images.generate', method: 'POST', path: '/api/v1/images/generations', body: true,
   paid: true, job: true,
 },
  {
   name: 'images.openai.generate', method: 'POST', path: '/v1/images/generations', body: true,
   paid: true, job: true,
 },
  { name: 'images.models.list', method: 'GET', path: '/api/v1/images/models' },
  {
   name: 'audio.generate', method: 'POST', path: '/api/v1/audio/generations', body: true,
   paid: true, job: true,
 },
  { name: 'audio.models.list', method: 'GET', path: '/api/v1/audio/models' },
  {
   name: 'audio.speech.create', method: 'POST', path: '/api/v1/audio/speech', body: true,
   paid: true,
 },
  {
   name: 'audio.speech.openai.create', method: 'POST', path: '/v1/audio/speech', body: true,
   paid: true,
 },
  {
   name: 'audio.soundEffects.create', method: 'POST', path: '/api/v1/audio/sound-effects',
   body: true, paid: true,
 },
  { name: 'audio.voices.list', method: 'GET', path: '/api/v1/audio/voices' },
  {
   name: 'videos.generate', method: 'POST', path: '/api/v1/videos/generations', body: true,
   paid: true, job: true,
 },
  {
   name: 'videos.create', method: 'POST', path: '/api/v1/videos', body: true, paid: true, job: true,
 },
  { name: 'videos.models.list', method: 'GET', path: '/api/v1/video/models' },
  { name: 'realface.init', method: 'POST', path: '/api/v1/realface/init', body: true },
  { name: 'realface.status', method: 'GET', path: '/api/v1/realface/status', params: true },
  {
   name: 'realface.enroll', method: 'POST', path: '/api/v1/realface/enroll', body: true, paid: true,
 },
  {
   name: 'portrait.enroll', method: 'POST', path: '/api/v1/portrait/enroll', body: true, paid: true,
 },
  {
   name: 'wallet.realfaces', method: 'GET', path: '/api/v1/wallet/{address}/realfaces',
   params: true,
 },
  {
   name: 'wallet.portraits', method: 'GET', path: '/api/v1/wallet/{address}/portraits',
   params: true,
 },
  { name: 'venueA.fund', method: 'POST', path: '/api/v1/venue-a/fund', body: true, paid: true },
  {
   name: 'phone.numbers.buy', method: 'POST', path: '/api/v1/phone/numbers/buy', body: true,
   paid: true,
 },
  {
   name: 'phone.numbers.renew', method: 'POST', path: '/api/v1/phone/numbers/renew', body: true,
   paid: true,
 },
  {
   name: 'phone.numbers.list', method: 'POST', path: '/api/v1/phone/numbers/list', body: true,
   paid: true,
 },
  {
   name: 'phone.numbers.release', method: 'POST', path: '/api/v1/phone/numbers/release', body: true,
   paid: true,
 },
  { name: 'phone.lookup', method: 'POST', path: '/api/v1/phone/lookup', body: true, paid: true },
  {
   name: 'phone.lookup.fraud', method: 'POST', path: '/api/v1/phone/lookup/fraud', body: true,
   paid: true,
 },
  { name: 'voice.call', method: 'POST', path: '/api/v1/voice/call', body: true, paid: true },
  { name: 'voice.call.get', method: 'GET', path: '/api/v1/voice/call/{call_id}', params: true },
  {
   name: 'chat.completions.create', method: 'POST', path: '/api/v1/chat/completions', body: true,
   paid: true, stream: 'stream',
 },
  {
   name: 'chat.withModel.create', method: 'POST', path: '/api/v1/chat/*', params: true, body: true,
   paid: true, stream: 'stream',
 },
  {
   name: 'messages.create', method: 'POST', path: '/api/v1/messages', body: true, paid: true,
   stream: 'stream',
 },
  {
   name: 'messages.countTokens', method: 'POST', path: '/api/v1/messages/count_tokens', body: true,
 },
  {
   name: 'responses.create', method: 'POST', path: '/api/v1/responses', body: true, paid: true,
   stream: 'stream',
 },
  { name: 'responses.get', method: 'GET', path: '/v1/responses/{id}', params: true },
  { name: 'responses.cancel', method: 'POST', path: '/v1/responses/{id}/cancel', params: true },
  { name: 'responses.countTokens', method: 'POST', path: '/v1/responses/input_tokens', body: true },
  { name: 'search', method: 'POST', path: '/api/v1/search', body: true, paid: true },
  { name: 'models.list', method: 'GET', path: '/api/v1/models' },
  { name: 'models.get', method: 'GET', path: '/api/v1/models/*', params: true },
  { name: 'quote', method: 'POST', path: '/api/v1/quote', body: true },
  { name: 'mcp', method: 'POST', path: '/mcp', body: true },
  { name: 'mcp.all', method: 'POST', path: '/mcp/all', body: true },
  { name: 'purchases', method: 'GET', path: '/api/v1/purchases/{nonce}', params: true },
  { name: 'purchases.get', method: 'GET', path: '/api/v1/purchases', params: true },
  { name: 'wellKnown.jwksJson', method: 'GET', path: '/.well-known/jwks.json' },
  { name: 'wallet.balance', method: 'GET', path: '/api/v1/balance', params: true },
  { name: 'health', method: 'GET', path: '/api/health' },
  { name: 'health.overview', method: 'GET', path: '/api/v1/health/overview' },
  { name: 'health.chain', method: 'GET', path: '/api/v1/health/chain' },
  { name: 'health.models', method: 'GET', path: '/api/v1/health/models' },
  { name: 'health.regions', method: 'GET', path: '/api/v1/health/regions' },
  { name: 'onramp.token', method: 'POST', path: '/v1/onramp/token', body: true },
  {
   name: 'rpc.call', method: 'POST', path: '/api/v1/rpc/{network}', params: true, body: true,
   paid: true,
 },
  {
   name: 'sandbox.create', method: 'POST', path: '/api/v1/sandbox/create', body: true, paid: true,
 },
  { name: 'sandbox.exec', method: 'POST', path: '/api/v1/sandbox/exec', body: true, paid: true },
  {
   name: 'sandbox.status', method: 'POST', path: '/api/v1/sandbox/status', body: true, paid: true,
 },
  {
   name: 'sandbox.terminate', method: 'POST', path: '/api/v1/sandbox/terminate', body: true,
   paid: true,
 },
  { name: 'sandbox.get', method: 'GET', path: '/api/v1/sandbox/*', params: true },
]
