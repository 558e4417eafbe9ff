// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface EditsRequest {
  model?: 'small' | 'large'
  count?: number
  /** what is edited */
  image: string | string[]
  mask?: string
  /** one or more */
  tags?: string | string[]
}

export interface EditsForm {
  model?: 'small' | 'large'
  count?: number
  /** a file: what is edited */
  image?: Blob
  /** a file: what is edited */
  'image[]'?: Blob[]
  /** a file */
  mask?: Blob
  /** one or more */
  tags?: string
  /** one or more */
  'tags[]'?: string[]
}
