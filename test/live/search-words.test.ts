/** What agents ask the search of MCP for, on the live catalog. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { searchTools } from '../../runtime/services/mcp/search.ts'
import type { Tool, Tools } from '../../runtime/services/mcp/tools.ts'

const { tools } = JSON.parse(readFileSync('generated/tools.json', 'utf8')) as {
  tools: Record<string, Omit<Tool, 'name'>>
}
const all = Object.entries(tools).map(([name, tool]) => ({ name, ...tool }) as Tool)
const sold: Tools = { name: '', summary: '', all, get: () => undefined, hint: () => '' }
const found = (query: string): string[] => searchTools(sold, query).map(({ name }) => name)

it.each([
  ['make a picture', 'images.generate'],
  ['generate an image of a red fox', 'images.generate'],
  ['draw me a logo', 'images.generate'],
  ['edit a photo', 'images.edit'],
  ['remove the background of an image', 'images.edit'],
  ['make a video', 'videos.generate'],
  ['animate a picture into a short clip', 'videos.generate'],
  ['compose a song', 'audio.generate'],
  ['background music for a podcast', 'audio.generate'],
  ['text to speech', 'audio.speech.create'],
  ['read this text aloud', 'audio.speech.create'],
  ['sound effect of thunder', 'audio.soundEffects.create'],
  ['chat with a language model', 'chat.completions.create'],
  ['translate a text', 'chat.completions.create'],
  ['latest news about AI', 'search'],
  ['search the web', 'websearch.search'],
  ['scrape a website', 'websearch.contents'],
  ['answer a question with sources', 'websearch.answer'],
  ['bitcoin price', 'crypto.price'],
  ['gold price today', 'commodity.price'],
  ['stock quote of AAPL', 'stocks.price'],
  ['euro dollar exchange rate', 'fx.price'],
  ['best staking yields', 'defi.yields'],
  ['ask ethereum block number', 'rpc.call'],
  ['run python code', 'sandbox.exec'],
  ['start a sandbox', 'sandbox.create'],
  ['swap tokens on base', 'dexagg.price'],
  ['make a phone call', 'voice.call'],
  ['rent a phone number', 'phone.numbers.buy'],
  ['check a number for sim swap fraud', 'phone.lookup.fraud'],
  ['my balance', 'wallet.balance'],
])('%s: %s', (query, name) => {
  expect(found(query)[0]).toBe(name)
})

it.each(['send sms', 'transcribe audio', 'book a flight', 'order a pizza', 'weather in Paris'])(
  '%s is not sold, and nothing else is listed for it',
  query => {
    expect(found(query)).toEqual([])
  },
)
