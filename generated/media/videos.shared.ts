// Code generated from catalog/media/ by "npm run generate". DO NOT EDIT.
import {
  didYouMean, display, each, get, join, length, lower, need, say, split, str,
} from '../../runtime/formula.ts'
import type { Derived, Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { VideosRow } from './videos.models.ts'
import type {
  PostVideosForm, PostVideosGenerationsBody, PostVideosGenerationsValues,
} from './videos.requests.ts'

export const prompt_flags = new Set([
  '--rs', '--resolution', '--rt', '--ratio', '--dur', '--duration', '--fps', '--framespersecond',
  '--frames',
])

export const factor = { '480p': 50n, '720p': 100n, '1080p': 225n, '4K': 900n }

/** Derived values of /api/v1/videos/generations, /api/v1/videos. */
export const postVideosGenerationsValues = {
  offered: ({ models }) => models.rows.map(m => ({
    id: m.id, name: m.name, description: m.description,
    durations: [...m.seconds],
    defaultDuration: m.default_seconds, resolutions: m.resolutions,
    defaultResolution: m.resolutions[0], aspectRatios: m.ratios, imageToVideo: true, audio: m.audio,
    faceAsset: m.face, lastFrame: m.last_frame, referenceImages: m.references,
    pricePerSecond: m.usd_per_second === undefined
      ? undefined
      : display(m.usd_per_second, 1_000_000n),
    pricePerSecondByResolution: m.usd_at === undefined
      ? undefined
      : each(m.usd_at, x => display(x, 1_000_000n)),
    perGenerationFee: m.usd_per_clip === undefined
      ? undefined
      : display(m.usd_per_clip, 1_000_000n),
    pricePerMillionTokens: m.usd_per_mtok === undefined
      ? undefined
      : display(m.usd_per_mtok, 1_000_000n),
  })),
  face_id: ({ read }) => read.face?.provider_id ?? read.portrait?.provider_id,
  seconds: ({ body, model }) => body.duration_seconds ?? model.default_seconds,
  resolution: ({ body, model }) =>
    model.resolution_rule === 'ignored'
      ? need(model.resolutions[0])
      : body.resolution ?? need(model.resolutions[0]),
  references: ({ body }) => body.reference_image_urls ?? [],
  words: ({ body }) => split(lower(body.prompt)),
  settings: ({ values }) => values.words.filter(w =>
    [...prompt_flags].some(flag => w === flag || w.startsWith(flag + '='))),
  conditioned: ({ body }) =>
    body.image_url !== undefined || body.real_face_asset_id !== undefined ? 'image' : 'text',
  mode: ({ body, values }) =>
    body.reference_image_urls !== undefined
      ? 'reference'
      : body.last_frame_url !== undefined ? 'first_last_frame' : values.conditioned,
  pictures: ({ body, values }) => [
    ...(body.image_url !== undefined ? [body.image_url] : []),
    ...(body.last_frame_url !== undefined ? [body.last_frame_url] : []),
    ...values.references,
  ],
} satisfies Derived<
  Call<PostVideosGenerationsBody, {}, VideosRow, any, PostVideosGenerationsValues>
>

/** The last gates of /api/v1/videos/generations, /api/v1/videos. */
export const postVideosGenerationsGates: NonNullable<Route<
  Call<PostVideosGenerationsBody, {}, VideosRow, any, PostVideosGenerationsValues>
>['gates']> = ({ body, model, models, hooks, read, values }) => {
  if (model === undefined) // catalog/media/videos.routes.yaml:60
    return {
      status: 400,
      message: `Unknown model ${body.model}.${didYouMean(body.model, models.ids)} Available models - ${say(models.ids)}`,
      code: 'model_not_found',
    }
  if (!(body.real_face_asset_id === undefined || model.face)) // catalog/media/videos.routes.yaml:34
    return { status: 400, message: 'real_face_asset_id is not offered by this model' }
  // catalog/media/videos.routes.yaml:34
  if (!(body.real_face_asset_id === undefined || body.image_url === undefined))
    return { status: 400, message: 'real_face_asset_id cannot be combined with image_url' }
  // catalog/media/videos.routes.yaml:35
  if (!(body.last_frame_url === undefined || model.last_frame))
    return { status: 400, message: 'last_frame_url is not offered by this model' }
  // catalog/media/videos.routes.yaml:35
  if (!(body.last_frame_url === undefined || body.image_url !== undefined))
    return { status: 400, message: 'last_frame_url needs image_url' }
  // catalog/media/videos.routes.yaml:35
  if (!(body.last_frame_url === undefined || body.real_face_asset_id === undefined))
    return { status: 400, message: 'last_frame_url cannot be combined with real_face_asset_id' }
  // catalog/media/videos.routes.yaml:36
  if (!(body.reference_image_urls === undefined || model.references))
    return { status: 400, message: 'reference_image_urls is not offered by this model' }
  // catalog/media/videos.routes.yaml:36
  if (!(body.reference_image_urls === undefined || body.image_url === undefined))
    return { status: 400, message: 'reference_image_urls cannot be combined with image_url' }
  // catalog/media/videos.routes.yaml:36
  if (!(body.reference_image_urls === undefined || body.last_frame_url === undefined))
    return { status: 400, message: 'reference_image_urls cannot be combined with last_frame_url' }
  // catalog/media/videos.routes.yaml:36
  if (!(body.reference_image_urls === undefined || body.real_face_asset_id === undefined))
    return {
      status: 400, message: 'reference_image_urls cannot be combined with real_face_asset_id',
    }
  if (body.video_url !== undefined) // catalog/media/videos.routes.yaml:37
    return { status: 400, message: 'Use reference_videos instead of video_url' }
  if (body.audio_url !== undefined) // catalog/media/videos.routes.yaml:38
    return { status: 400, message: 'Use reference_audios instead of audio_url' }
  if (body.reference_videos !== undefined) // catalog/media/videos.routes.yaml:39
    return { status: 503, message: 'Reference videos are not available yet' }
  if (body.reference_audios !== undefined) // catalog/media/videos.routes.yaml:40
    return { status: 503, message: 'Reference audios are not available yet' }
  if (!model.seconds.has(values.seconds)) // catalog/media/videos.routes.yaml:63
    return {
      status: 400,
      message: `duration_seconds ${values.seconds} is not offered by ${body.model}. Valid - ${say(model.seconds)}`,
    }
  // catalog/media/videos.routes.yaml:65
  if (!(model.resolution_rule === 'ignored'
    || model.resolutions.includes(values.resolution)
    || model.resolution_rule === 'lenient' && ['1080p', '4K'].includes(values.resolution))) {
    return {
      status: 400,
      message: `resolution ${values.resolution} is not offered by ${body.model}. Valid - ${say(model.resolutions)}`,
    }
  }
  // catalog/media/videos.routes.yaml:69
  if (!(model.ratios.length === 0
    || body.aspect_ratio === undefined
    || model.ratios.includes(body.aspect_ratio))) {
    return {
      status: 400,
      message: `aspect_ratio ${say(body.aspect_ratio)} is not offered by ${body.model}. Valid - ${say(model.ratios)}`,
    }
  }
  // catalog/media/videos.routes.yaml:71
  if (!(model.owner !== 'vendorD' || values.settings.length === 0))
    return {
      status: 400,
      message: `${body.model} takes settings as fields - leave ${say(values.settings[0])} out of the prompt`,
    }
  // catalog/media/videos.routes.yaml:73
  if (!(body.input_type === undefined || body.input_type === values.mode))
    return {
      status: 400,
      message: `input_type ${say(body.input_type)} does not match the fields sent, which mean ${values.mode}`,
      extra: { inferred_input_type: values.mode },
    }
  // catalog/media/videos.routes.yaml:76
  if (!values.pictures.every(p => str(p).startsWith('https://') || str(p).startsWith('data:')))
    return { status: 400, message: 'Images are https URLs or data URIs' }
  // catalog/media/videos.routes.yaml:78
  if (!values.pictures.every(p => !str(p).startsWith('data:') || hooks.decodesToImage(str(p))))
    return { status: 400, message: 'The data URI does not decode to a recognizable image' }
  // catalog/media/videos.routes.yaml:80
  if (!(body.real_face_asset_id === undefined
    || read.face !== undefined
    || read.portrait !== undefined)) {
    return {
      status: 400,
      message: `real_face_asset_id ${say(body.real_face_asset_id)} was never enrolled here`,
    }
  }
  return undefined
}

/** POST /api/v1/videos: the other form of its requests */
export const postVideosTranslation: Translation<
  Call<PostVideosForm, {}, VideosRow, any, PostVideosGenerationsValues>
> = {
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', maxLength: 200,
          description: 'a model id; video-... stands for vendorD/video-...',
        },
        content: {
          type: 'array',
          items: {},
          minItems: 1, maxItems: 100,
          description: 'parts {type, text} and at most one {type, image_url}',
        },
        ratio: { type: 'string', maxLength: 32, description: 'aspect_ratio' },
        duration: { type: 'integer', description: 'duration_seconds' },
        image_url: {},
        aspect_ratio: {},
        duration_seconds: {},
      },
      required: ['content'],
    },
    unknown: 'forward',
  },
  gates: ({ body }) => {
    // catalog/media/videos.routes.yaml:198
    if (!body.content.every(part => ['text', 'image_url'].includes(get(part, 'type'))))
      return { status: 400, message: 'content takes parts of the types text and image_url' }
    // catalog/media/videos.routes.yaml:200
    if (!body.content.every(part => get(part, 'role') === undefined))
      return { status: 400, message: 'Parts have no role; the image is the first frame' }
    // catalog/media/videos.routes.yaml:202
    if (!(body.content.filter(part => get(part, 'type') === 'image_url').length <= 1))
      return { status: 400, message: 'content takes at most one image_url part' }
    // catalog/media/videos.routes.yaml:204
    if (!body.content.every(
      part => get(part, 'type') === 'text' || length(join([get(part, 'image_url', 'url')], '')) > 0,
    )) {
      return { status: 400, message: 'An image_url part is written {type, image_url - {url}}' }
    }
    // catalog/media/videos.routes.yaml:206
    if (!body.content.every(
      part => get(part, 'type') === 'image_url' || length(join([get(part, 'text')], '')) > 0,
    )) {
      return {
        status: 400, message: 'A text part is written {type, text}, and its text is not empty',
      }
    }
    return undefined
  },
  give: ({ body }) => ({
    ...body,
    model: body.model !== undefined && lower(body.model).startsWith('video-')
      ? 'vendorD/' + body.model
      : body.model,
    prompt: join(
      body.content.filter(part => get(part, 'type') === 'text').map(part => get(part, 'text')),
      '\n',
    ),
    image_url: get(
      body.content.filter(part => get(part, 'type') === 'image_url')[0],
      'image_url', 'url',
    )
      ?? body.image_url,
    aspect_ratio: body.ratio ?? body.aspect_ratio,
    duration_seconds: body.duration ?? body.duration_seconds,
  }),
}

/** A part of `job` of /api/v1/videos/generations and one more route. */
export const postVideosGenerationsJobPart = {
  object: 'video.generation.job', store: 'videos', inline: 30_000, stall: 3_600_000,
  keep: 172_800_000,
  echo: ({ model, values }) => ({ model: model.id, duration_seconds: values.seconds }),
  accepted: ({ price, job }) => ({
    id: need(job).id, object: need(job).object, status: 'queued', ...need(job).echo, price,
    payment_status: 'verified', created: need(job).created, poll_url: need(job).poll_url,
    poll_instructions: 'Poll poll_url as it stands every 5 to 10 seconds with a payment header signed by the same wallet. Nothing is charged until the job is completed.',
    expected_time: '1 to 5 minutes',
  }),
  pending: ({ job }) => ({
    id: need(job).id, object: need(job).object, status: need(job).status,
    model: need(job).echo.model, payment_status: 'verified',
    note: 'Still generating. Nothing is charged until the job is completed.',
  }),
  failed: ({ job }) => ({
    id: need(job).id, object: need(job).object, status: 'failed', model: need(job).echo.model,
    error: need(job).error, payment_status: 'not_charged',
    note: 'The generation failed. No payment was taken.',
  }),
  signed: ({ body, model, values }) => ({
    model: model.id, duration: String(values.seconds),
    i2v: body.image_url !== undefined ? '1' : '0', resolution: values.resolution,
    references: String(values.references.length),
  }),
  challenge: ({ job }) => ({ job_id: need(job).id, model: need(job).echo.model }),
} satisfies Partial<NonNullable<Route<
  Call<PostVideosGenerationsBody, {}, VideosRow, any, PostVideosGenerationsValues>
>['job']>>
