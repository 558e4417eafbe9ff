// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface ThingsRequest {
  /** which one */
  model: 'small' | 'large' | 'big'
  /** how large */
  size?: 's' | 'm'
  tag?: 'a' | 'b'
  count?: number
}

export interface ThingsReply {
  made?: unknown
  tag?: string
}
