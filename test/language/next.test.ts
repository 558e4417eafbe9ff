/** The language says what comes next: the chat route, laid over the real catalog; files that the catalog has too are lines for its end. */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { overlaid, real, told } from './overlay.ts'

const catalog = new Map(real().map(file => [file.path, file.text]))
const next = readCatalog('test/language/next').map(({ path, text }) => ({ path, text: `${catalog.get(path) ?? ''}${text}` }))
const files = overlaid(real(), next)

describe('chat in the language', () => {
  it('compiles without a problem, price examples included', () => {
    expect(told(files)).toEqual([])
  })

  it('knows it as a route with prices per way of billing', () => {
    const chat = compile(files).value!.routes.find(route => route.id === 'post_chat_completions')!
    expect(chat.price!.arms.map(arm => arm.value)).toEqual(['token', 'flat', 'free'])
    expect(chat.also).toEqual([{ method: 'POST', path: '/v1/chat/completions' }])
  })

  it('checks every price formula for the rows that use it', () => {
    const broken = files.map(file => (file.path.endsWith('chat.models.yaml')
      ? { ...file, text: file.text.replace('billing: flat, flat: 0.002,', 'billing: flat,') }
      : file))
    expect(told(broken)).toEqual([
      'no-value-in-row catalog/text/chat.routes.yaml: model.flat has no value in row open/small (catalog/text/chat.models.yaml:17)',
    ])
  })
})

describe('videos in the language', () => {
  const generations = () => compile(real()).value!.routes.find(route => route.id === 'post_videos_generations')!

  it('turns `fields:` into gates behind the one that proves the row', () => {
    const [proof, ...sugar] = generations().gates
    expect(proof!.provesModel).toBe(true)
    expect(sugar[0]!.message.code).toMatch(/^'\w+ (is not offered by this model|cannot be combined with \w+)'$/)
  })

  it('checks every price formula for the rows that use it', () => {
    const broken = real().map(file => (file.path.endsWith('videos.models.yaml')
      ? { ...file, text: file.text.replace(/^ +usd_per_second: 0.10\n/m, '') }
      : file))
    expect(told(broken)).toEqual([
      expect.stringMatching(/^no-value-in-row catalog\/media\/videos.routes.yaml: model.usd_per_second has no value in row vendorF\/video-2 /),
    ])
  })
})
