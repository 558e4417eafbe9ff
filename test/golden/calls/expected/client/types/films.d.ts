// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface FilmsReply {
  assets?: {
    /** Address of the file */
    url: string
    /** Address from which it was copied */
    source_url?: string
    /** Whether `url` is a lasting copy */
    backed_up?: boolean
  }[]
}

export interface FilmsAccepted {
  id: string
}
