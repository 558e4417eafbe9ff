/**
 * OpenAI's image edits: `POST /v1/images/edits`, a form with one `image` or several `image[]`, and
 * perhaps a `mask`.
 */
import { createHash } from 'node:crypto'
import type { Form, FormFile } from './form.ts'
import { hasAlpha, kindOf, pixelsOf } from './media/kinds.ts'
import { blocked, invalidValue, missing, noForm, openaiError } from './openai-errors.ts'
import { refusedByPrompt, unknownModel } from './pictures.ts'
import type { UpstreamReply, UpstreamRequest } from './contract.ts'

const fields = [
  'model',
  'prompt',
  'size',
  'n',
  'quality',
  'background',
  'input_fidelity',
  'output_format',
  'output_compression',
  'user',
  'moderation',
]
const types = ['image/jpeg', 'image/png', 'image/webp']
const kinds: readonly (string | undefined)[] = ['png', 'jpeg', 'webp']
const MOST_IMAGES = 16
const PROMPT_LIMIT = 32_000

/** The request of an edit: `seed` differs for every prompt, image and mask. */
export interface WantedEdit {
  prompt: string
  n: number
  size: string
  quality: string
  seed: string
  images: number
}

/** Reads the form of an edit, or refuses it. `sizes` are the sizes that there are. */
export function readEdit(
  request: UpstreamRequest,
  sizes: readonly string[],
): WantedEdit | UpstreamReply {
  const form = request.form
  if (!form) return noForm(request)
  const strange = Object.keys(form.fields).find(name => !fields.includes(name))
  if (strange) return refuseField(strange)
  const [images, mask] = [form.files.filter(isImage), form.files.find(file => file.name === 'mask')]
  const refusal = refuseFields(form, sizes) ?? refuseFiles(form, images, mask)
  if (refusal) return refusal
  const { prompt = [''], n = ['1'], size = ['auto'], quality = ['high'] } = form.fields
  const hash = createHash('sha256')
  for (const file of [...images, ...(mask ? [mask] : [])]) hash.update(file.data)
  const seed = `${prompt[0]} ${hash.digest('hex')}`
  return {
    prompt: prompt[0]!,
    n: Number(n[0]),
    size: size[0]!,
    quality: quality[0]!,
    seed,
    images: images.length,
  }
}

const isImage = (file: FormFile): boolean => file.name === 'image' || file.name === 'image[]'

/** A text where a file is wanted has an error of its own. */
function refuseField(name: string): UpstreamReply {
  const param = name.replace('[]', '')
  if (param === 'image' || param === 'mask')
    return openaiError(
      400,
      `Invalid type for '${param}': expected a file, but got a string instead.`,
      { param, code: 'invalid_type' },
    )
  return openaiError(400, `Unknown parameter: '${name}'.`, {
    param: name,
    code: 'unknown_parameter',
  })
}

function refuseFields(
  { fields: given }: Form,
  sizes: readonly string[],
): UpstreamReply | undefined {
  const [prompt, model, size, n] = [
    given.prompt?.[0],
    given.model?.[0],
    given.size?.[0],
    given.n?.[0] ?? '1',
  ]
  if (prompt === undefined || prompt === '') return missing('prompt')
  if (prompt.length > PROMPT_LIMIT)
    return openaiError(400, "Invalid 'prompt': string too long.", {
      param: 'prompt',
      code: 'string_above_max_length',
    })
  if (unknownModel(model))
    return openaiError(400, `Invalid value: '${model}'.`, { param: 'model', code: 'invalid_value' })
  if (size !== undefined && !sizes.includes(size)) return invalidValue('size', size, sizes)
  if (!/^(?:[1-9]|10)$/.test(n))
    return openaiError(400, "Invalid 'n': expected an integer from 1 to 10.", {
      param: 'n',
      code: 'integer_out_of_range',
    })
  return refusedByPrompt(prompt) ? blocked() : undefined
}

function refuseFiles(
  form: Form,
  images: readonly FormFile[],
  mask: FormFile | undefined,
): UpstreamReply | undefined {
  const strange = form.files.find(file => !isImage(file) && file !== mask)
  if (strange)
    return openaiError(400, `Unknown parameter: '${strange.name}'.`, {
      param: strange.name,
      code: 'unknown_parameter',
    })
  if (images.length === 0) return missing('image')
  if (images.filter(file => file.name === 'image').length > 1)
    return openaiError(
      400,
      "Duplicate parameter: 'image'. To give several values, use 'image[]=<value>'.",
      {
        param: 'image',
        code: 'duplicate_parameter',
      },
    )
  if (images.length > MOST_IMAGES)
    return openaiError(400, `Invalid 'image': array too long. Expected at most ${MOST_IMAGES}.`, {
      param: 'image',
      code: 'array_above_max_length',
    })
  for (const [i, file] of images.entries()) {
    const refusal = refuseImage(file, 'image', i + 1)
    if (refusal) return refusal
  }
  return mask && (refuseImage(mask, 'mask', 1) ?? refuseMask(mask, images[0]!))
}

function refuseImage(
  { data, type }: FormFile,
  param: string,
  n: number,
): UpstreamReply | undefined {
  if (!kinds.includes(kindOf(data)) || !pixelsOf(data))
    return openaiError(
      400,
      `Invalid image file or mode for ${param} ${n}, please check your image file.`,
      {
        type: 'image_generation_user_error',
        param,
        code: 'invalid_image_file',
      },
    )
  if (types.includes(type)) return undefined
  const supported = types.map(one => `'${one}'`).join(', ')
  return openaiError(
    400,
    `Invalid file '${param}': unsupported mimetype ('${type}'). Supported file formats are ` +
      `${supported}.`,
    {
      param,
      code: 'unsupported_file_mimetype',
    },
  )
}

function refuseMask(mask: FormFile, image: FormFile): UpstreamReply | undefined {
  const wrong = (why: string) =>
    openaiError(400, `Invalid mask image format - ${why}`, {
      type: 'image_generation_user_error',
      param: 'mask',
      code: 'invalid_mask_image_format',
    })
  const [of, to] = [pixelsOf(mask.data)!, pixelsOf(image.data)!]
  if (of.width !== to.width || of.height !== to.height)
    return wrong('mask size does not match image size')
  return kindOf(mask.data) === 'png' && hasAlpha(mask.data)
    ? undefined
    : wrong('mask image missing alpha channel')
}
