/** What the tests of the client buy. */
import { picture } from '../../scripts/devnet/upstreams/png.ts'

export const CHAT = { model: 'vendorA/chat-6-mini', messages: [{ role: 'user', content: 'hi' }] }
export const NUMBER = '+14155552671'

/** One purchase of each family, by a client that exists when it is made. */
export const purchasesOf = (client: () => any): Record<string, () => Promise<any>> => ({
  defi: () => client().defi.prices({ coins: 'coingecko:bitcoin' }),
  market: () => client().stocks.price({ market: 'us', symbol: 'AAPL' }),
  pm: () => client().pm.venueA.markets({ limit: 2 }),
  social: () => client().social.users.lookup({ usernames: ['alice', 'bob'] }),
  surf: () => client().surf.get({ rest: 'market/price', symbol: 'BTC' }),
  websearch: () => client().websearch.search({ query: 'agents that pay' }),
  images: () => client().images.generate({ model: 'vendorA/image-1', prompt: 'a red fox' }),
  'slow images': () => client().images.generate({ model: 'vendorD/image-5-pro', prompt: 'a fox' }),
  edits: () =>
    client().images.openai.edit({
      model: 'vendorA/image-1',
      prompt: 'add a hat',
      image: new File([new Uint8Array(picture('cat', 64, 64))], 'cat.png', { type: 'image/png' }),
    }),
  music: () => client().audio.generate({ prompt: 'a slow waltz' }),
  speech: () => client().audio.speech.openai.create({ input: 'Hello', voice: 'alloy' }),
  videos: () => client().videos.generate({ prompt: 'a paper boat' }),
  faces: () =>
    client().portrait.enroll({ name: 'Fox', image_url: 'https://pictures.example/fox.png' }),
  numbers: () => client().phone.numbers.buy({}),
  voice: () => client().voice.call({ to: NUMBER, task: 'Ask when they open' }),
  phone: () => client().phone.lookup({ phoneNumber: NUMBER }),
  chat: () => client().chat.completions.create(CHAT),
  'chat with its model in the path': () =>
    client().chat.withModel.create({ rest: 'vendorA/chat-6-mini' }, { messages: CHAT.messages }),
  messages: () =>
    client().messages.create({
      model: 'vendorF/small-4',
      max_tokens: 100,
      messages: CHAT.messages,
    }),
  responses: () => client().responses.create({ model: CHAT.model, input: 'hi' }),
  search: () => client().search({ query: 'what happened in space this week' }),
  rpc: () =>
    client().rpc.call(
      { network: 'ethereum' },
      { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
    ),
  sandbox: () => client().sandbox.create({}),
})
