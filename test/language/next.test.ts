/** The language says what comes next: the video and chat routes, laid over the real catalog. */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { overlaid, real, told } from './overlay.ts'

const files = overlaid(real(), readCatalog('test/language/next'))

describe('video and chat in the language', () => {
  it('compiles without a problem, price examples included', () => {
    expect(told(files)).toEqual([])
  })

  it('knows them as routes with prices per way of billing', () => {
    const routes = compile(files).value!.routes
    const video = routes.find(route => route.id === 'post_videos_generations')!
    const chat = routes.find(route => route.id === 'post_chat_completions')!
    expect(video.price!.arms.map(arm => arm.value)).toEqual(['per_second', 'per_resolution', 'tokens'])
    expect(chat.price!.arms.map(arm => arm.value)).toEqual(['token', 'flat', 'free'])
    expect(video.examples).toHaveLength(14)
    expect(chat.also).toEqual([{ method: 'POST', path: '/v1/chat/completions' }])
  })

  it('turns `fields:` into gates behind the one that proves the row', () => {
    const video = compile(files).value!.routes.find(route => route.id === 'post_videos_generations')!
    expect(video.gates[0]!.provesModel).toBe(true)
    expect(video.gates.slice(1, 4).map(gate => gate.message.code)).toEqual([
      '\'image_url cannot be combined with real_face_asset_id\'', '\'real_face_asset_id is not offered by this model\'',
      '\'last_frame_url is not offered by this model\'',
    ])
  })

  it('checks every price formula for the rows that use it', () => {
    const broken = files.map(file => (file.path.endsWith('videos.models.yaml')
      ? { ...file, text: file.text.replace('    usd_per_second: 0.10\n', '') }
      : file))
    expect(told(broken)).toEqual([
      'no-value-in-row catalog/media/videos.routes.yaml: '
        + 'model.usd_per_second has no value in row vendorF/video-2 (catalog/media/videos.models.yaml:23)',
    ])
  })
})
