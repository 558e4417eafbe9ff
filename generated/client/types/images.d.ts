// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface ImagesEditRequest {
  model?: Model
  /** what to change */
  prompt: string
  /** data URI of the source image, or of several images to combine */
  image: string | string[]
  /** data URI of a PNG of the same size; the image changes where the mask is transparent */
  mask?: string
  size?: Size
  /** images to make */
  n?: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: unknown
}

export interface ImagesEditForm {
  model?: Model
  /** what to change */
  prompt: string
  /** a file: the source image, or of several images to combine */
  image?: Blob
  /** a file: the source image, or of several images to combine */
  'image[]'?: Blob[]
  /** a file: a PNG of the same size; the image changes where the mask is transparent */
  mask?: Blob
  size?: Size
  /** images to make */
  n?: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: unknown
}

export interface ImagesOpenaiEditRequest {
  model?: Model
  /** what to change */
  prompt: string
  /** the source image, or several images to combine */
  image: string | string[]
  /** a PNG of the same size; the image changes where the mask is transparent */
  mask?: string
  /** one of the model's sizes; auto means 1024x1024 */
  size?: string
  /** images to make */
  n?: number
  response_format?: ResponseFormat
  /** false only */
  stream?: boolean
}

export interface ImagesOpenaiEditForm {
  model?: Model
  /** what to change */
  prompt: string
  /** a file: the source image, or several images to combine */
  image?: Blob
  /** a file: the source image, or several images to combine */
  'image[]'?: Blob[]
  /** a file: a PNG of the same size; the image changes where the mask is transparent */
  mask?: Blob
  /** one of the model's sizes; auto means 1024x1024 */
  size?: string
  /** images to make */
  n?: number
  response_format?: ResponseFormat
  /** false only */
  stream?: boolean
}

export type ImagesId = 'vendorA/image-1' | 'vendorA/image-2' | 'vendorB/image-fast' | 'vendorB/image-fast-2' | 'vendorB/image-pro' | 'vendorE/image-4' | 'vendorC/imagine-image' | 'vendorC/imagine-image-2.0' | 'vendorC/imagine-image-pro' | 'vendorD/image-5-pro'

export interface ImagesGenerateRequest {
  /** one of the model ids */
  model: ImagesId
  /** image description */
  prompt: string
  /** one of the model's sizes */
  size?: '1024x1024' | '1536x1024' | '1024x1536' | '2048x2048' | '4096x4096' | '512x512' | '768x768' | '768x1344' | '1344x768' | '1440x1440' | '1280x720' | '2048x1024' | '2304x1728' | '1728x2304' | '2848x1600' | '1600x2848'
  /** images to make */
  n?: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: unknown
}

export interface ImagesOpenaiGenerateRequest {
  /** one of the model ids */
  model: ImagesId
  /** image description */
  prompt: string
  /** one of the model's sizes; auto means 1024x1024 */
  size?: string
  /** images to make */
  n?: number
  response_format?: ResponseFormat
  /** false only */
  stream?: boolean
}

/** one of the models that edit */
export type Model = 'vendorA/image-1' | 'vendorA/image-2' | 'vendorB/image-fast' | 'vendorB/image-fast-2' | 'vendorB/image-pro'

/** one of the model's sizes */
export type Size = '1024x1024' | '1536x1024' | '1024x1536' | '2048x2048' | '4096x4096'

export interface DataItemOfImagesEditReply {
  /** Address of the file */
  url: string
  /** Address from which it was copied */
  source_url?: string
  /** Whether `url` is a lasting copy */
  backed_up?: boolean
  /** The content of the file in base64, where asked for */
  b64_json?: string
  revised_prompt?: unknown
}

/** an address, or the image itself in base64 beside it */
export type ResponseFormat = 'url' | 'b64_json'
