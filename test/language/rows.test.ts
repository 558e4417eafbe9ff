/**
 * Prices and columns per row: a formula is checked for the rows that use it, and a row that lacks
 * something is reported by its line.
 */
import { describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { compile, readCatalog } from '../../generator/compile.ts'
import { overlaid, real, problemsOf } from './overlay.ts'
import type { SourceFile } from '../../generator/types.ts'

const texts = overlaid(
  readCatalog('test/golden/_base/catalog'),
  readCatalog('test/golden/text-routes/catalog'),
)

/** The catalog of chat with the models file changed. */
const changed = (from: string, to: string): SourceFile[] =>
  texts.map(file => {
    if (!file.path.endsWith('chat.models.yaml')) return file
    expect(file.text).toContain(from)
    return { ...file, text: file.text.replace(from, to) }
  })

describe('chat', () => {
  const chat = () =>
    compile(texts).value!.routes.find(route => route.id === 'post_chat_completions')!

  it('has prices per way of billing, on two paths', () => {
    expect(problemsOf(texts)).toEqual([])
    expect(chat().price!.arms.map(arm => arm.value)).toEqual(['token', 'flat', 'free'])
    expect(chat().aliases).toEqual([{ method: 'POST', path: '/v1/chat/completions' }])
  })

  it('checks every price formula for the rows that use it', () => {
    expect(problemsOf(changed('billing: flat, flat: 0.002,', 'billing: flat,'))).toEqual([
      'no-value-in-row catalog/tools/chat.routes.yaml: model.flat has no value in row open/small (catalog/tools/chat.models.yaml:19)',
    ])
  })

  it('knows which rows are named by others', () => {
    expect(problemsOf(changed('fallback: acme/pro', 'fallback: acme/prp'))).toEqual([
      'unknown-row catalog/tools/chat.models.yaml: there is no row `acme/prp`',
    ])
    expect(problemsOf(changed('fallback: acme/pro', 'fallback: acme/large'))).toEqual([
      'fallback catalog/tools/chat.models.yaml: acme/large falls back to itself',
    ])
  })

  it('takes ids for names, not the aliases of rows', () => {
    const aliased = 'open/free:  { aliases: [tiny],'
    expect(problemsOf(changed('open/free:  {', aliased))).toEqual([])
    expect(
      problemsOf(
        changed('open/free:  {', aliased).map(file => ({
          ...file,
          text: file.text.replace('fallback: open/free', 'fallback: tiny'),
        })),
      ),
    ).toEqual(['unknown-row catalog/tools/chat.models.yaml: there is no row `tiny`'])
  })
})

describe('videos', () => {
  const generations = () =>
    compile(real()).value!.routes.find(route => route.id === 'post_videos_generations')!

  it('turns `fields:` into gates behind the one that proves the row', () => {
    const [proof, ...sugar] = generations().gates
    expect(proof!.provesModel).toBe(true)
    expect(line(sugar[0]!.message.js)).toMatch(
      /^'\w+ (is not offered by this model|cannot be combined with \w+)'$/,
    )
  })

  it('checks every price formula for the rows that use it', () => {
    const broken = real().map(file =>
      file.path.endsWith('videos.models.yaml')
        ? { ...file, text: file.text.replace(/^ +usd_per_second: 0.10\n/m, '') }
        : file,
    )
    expect(problemsOf(broken)).toEqual([
      expect.stringMatching(
        /^no-value-in-row catalog\/media\/videos.routes.yaml: model.usd_per_second has no value in row vendorF\/video-2 /,
      ),
    ])
  })
})
