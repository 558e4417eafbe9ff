// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface FilmsRequest {
  /** an id; plain ones are of this shop */
  model: string
  /** parts {type, text} and {type, image_url} */
  parts: unknown[]
  seconds?: number
}
