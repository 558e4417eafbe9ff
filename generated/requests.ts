// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Json } from '../runtime/contract.ts'

export type PostRpcNetworkBody = ({
    method: string
    [k: string]: Json | undefined | string
  } | {
    method: string
    [k: string]: Json | undefined | string
  }[])

export type PostPmVenueAWalletIdentitiesBody = {
  /** wallet addresses */
  addresses: string[]
}

export type PostImagesImage2ImageBody = {
  /** one of the models that edit */
  model: string
  /** what to change */
  prompt: string
  /** data URI of the source image, or of several images to combine */
  image: string[]
  /** data URI of a PNG of the same size; the image changes where the mask is transparent */
  mask?: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: Json
}

export type PostImagesEditsBody = {
  /** one of the models that edit */
  model: string
  /** what to change */
  prompt: string
  /** data URI of the source image, or of several images to combine */
  image: string[]
  /** data URI of a PNG of the same size; the image changes where the mask is transparent */
  mask?: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: Json
}

export type PostImagesEditsForm = {
  /** one of the models that edit */
  model: string
  /** what to change */
  prompt: string
  /** the source image, or several images to combine */
  image: string[]
  /** a PNG of the same size; the image changes where the mask is transparent */
  mask?: string
  /** one of the model's sizes; auto means 1024x1024 */
  size: string
  /** images to make */
  n: number
  /** an address, or the image itself in base64 beside it */
  response_format: ("url" | "b64_json")
  /** false only */
  stream: boolean
  [k: string]: Json | undefined | string | string[] | number | "url" | "b64_json" | boolean
}

export type PostImagesGenerationsBody = {
  /** one of the model ids */
  model: string
  /** image description */
  prompt: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: Json
}

export type PostV1ImagesGenerationsBody = {
  /** one of the model ids */
  model: string
  /** image description */
  prompt: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: Json
}

export type PostV1ImagesGenerationsForm = {
  /** one of the model ids */
  model: string
  /** image description */
  prompt: string
  /** one of the model's sizes; auto means 1024x1024 */
  size: string
  /** images to make */
  n: number
  /** an address, or the image itself in base64 beside it */
  response_format: ("url" | "b64_json")
  /** false only */
  stream: boolean
  [k: string]: Json | undefined | string | number | "url" | "b64_json" | boolean
}

export type PostAudioGenerationsBody = {
  /** one of the model ids */
  model: string
  /** style, mood, what it is about */
  prompt: string
  /** without a voice */
  instrumental: boolean
  /** the words; if empty, they are written from the prompt */
  lyrics: string
  /** a hint to the model; without it, songs last about three minutes */
  duration_seconds: number
}

export type PostAudioSpeechBody = {
  /** one of the model ids */
  model: string
  /** what to say */
  input: string
  /** name or id of a voice */
  voice: string
  response_format: ("mp3" | "opus" | "pcm" | "wav")
  /** 1 is the voice's own */
  speed: number
}

export type PostV1AudioSpeechBody = {
  /** one of the model ids */
  model: string
  /** what to say */
  input: string
  /** name or id of a voice */
  voice: string
  response_format: ("mp3" | "opus" | "pcm" | "wav")
  /** 1 is the voice's own */
  speed: number
}

export type PostV1AudioSpeechForm = {
  /** one of the model ids */
  model: string
  /** what to say */
  input: string
  /** name or id of a voice; the names of OpenAI's voices, such as alloy, work too */
  voice: string
  response_format: ("mp3" | "opus" | "pcm" | "wav")
  /** 1 is the voice's own */
  speed: number
  /** audio only - the answer is the sound itself, not events */
  stream_format: string
  [k: string]: Json | undefined | string | "mp3" | "opus" | "pcm" | "wav" | number
}

export type PostAudioSoundEffectsBody = {
  /** what the sound is */
  text: string
  /** by default the model chooses */
  duration_seconds?: number
  /** how closely the sound follows the text */
  prompt_influence: number
  response_format: ("mp3" | "opus" | "pcm")
}

export type PostVideosGenerationsBody = {
  /** one of the model ids */
  model: string
  /** what happens */
  prompt: string
  /** first frame: https URL or data URI */
  image_url?: string
  /** ta_ and hex digits; you get it when you enroll a face */
  real_face_asset_id?: string
  /** final frame: https URL or data URI */
  last_frame_url?: string
  /** https URLs or data URIs of what the clip should show */
  reference_image_urls?: string[]
  reference_videos?: Json
  reference_audios?: Json
  video_url?: Json
  audio_url?: Json
  input_type?: ("text" | "image" | "first_last_frame" | "reference")
  /** length of the clip, which you pay for; by default the model's own length */
  duration_seconds?: number
  /** by default the model's first resolution */
  resolution?: string
  aspect_ratio?: string
  /** by default on, unless images are given */
  generate_audio?: boolean
  seed?: number
  watermark: boolean
  /** also return the final frame as an image */
  return_last_frame: boolean
}

export type PostVideosBody = {
  /** one of the model ids */
  model: string
  /** what happens */
  prompt: string
  /** first frame: https URL or data URI */
  image_url?: string
  /** ta_ and hex digits; you get it when you enroll a face */
  real_face_asset_id?: string
  /** final frame: https URL or data URI */
  last_frame_url?: string
  /** https URLs or data URIs of what the clip should show */
  reference_image_urls?: string[]
  reference_videos?: Json
  reference_audios?: Json
  video_url?: Json
  audio_url?: Json
  input_type?: ("text" | "image" | "first_last_frame" | "reference")
  /** length of the clip, which you pay for; by default the model's own length */
  duration_seconds?: number
  /** by default the model's first resolution */
  resolution?: string
  aspect_ratio?: string
  /** by default on, unless images are given */
  generate_audio?: boolean
  seed?: number
  watermark: boolean
  /** also return the final frame as an image */
  return_last_frame: boolean
}

export type PostVideosForm = {
  /** a model id; video-... stands for vendorD/video-... */
  model?: string
  /** parts {type, text} and at most one {type, image_url} */
  content: Json[]
  /** aspect_ratio */
  ratio?: string
  /** duration_seconds */
  duration?: number
  image_url?: Json
  aspect_ratio?: Json
  duration_seconds?: Json
  [k: string]: Json | undefined | string | Json[] | number
}

export type PostChatCompletionsBody = {
  /** the conversation; if it exceeds the model's context, the oldest turns are left out (see X-Context-Truncated and X-Messages-Removed) */
  messages: {
    role: ("system" | "developer" | "user" | "assistant" | "tool" | "function")
    content?: (string | ({
          type: "text"
          text: string
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "text" | string | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: "image_url"
          image_url: {
            url: string
            detail?: string
            [k: string]: Json | undefined | string
          }
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "image_url" | {
            url: string
            detail?: string
            [k: string]: Json | undefined | string
          } | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: ("input_audio" | "refusal")
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "input_audio" | "refusal" | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: "file"
          file: {
            file_data: string
            filename?: string
          }
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "file" | {
            file_data: string
            filename?: string
          } | {
            type: "ephemeral"
            ttl?: "5m"
          }
      })[] | null)
    name?: string
    tool_call_id?: string
    tool_calls?: {
      id: string
      type?: "function"
      function: {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | "function" | {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
    }[]
    function_call?: {
      name: string
      arguments?: string
      [k: string]: Json | undefined | string
    }
    reasoning_content?: string
    reasoning_signature?: string
    refusal?: string
    audio?: {
      [k: string]: Json | undefined
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | "system" | "developer" | "user" | "assistant" | "tool" | "function" | string | ({
        type: "text"
        text: string
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "text" | string | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: "image_url"
        image_url: {
          url: string
          detail?: string
          [k: string]: Json | undefined | string
        }
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "image_url" | {
          url: string
          detail?: string
          [k: string]: Json | undefined | string
        } | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: ("input_audio" | "refusal")
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "input_audio" | "refusal" | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: "file"
        file: {
          file_data: string
          filename?: string
        }
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "file" | {
          file_data: string
          filename?: string
        } | {
          type: "ephemeral"
          ttl?: "5m"
        }
    })[] | null | {
      id: string
      type?: "function"
      function: {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | "function" | {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
    }[] | {
      name: string
      arguments?: string
      [k: string]: Json | undefined | string
    } | {
      [k: string]: Json | undefined
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[]
  /** tokens of the answer; 8192 by default, at most the model's limit (see X-Max-Tokens-Capped, -Requested and -Effective) */
  max_tokens?: number
  /** the newer name of max_tokens */
  max_completion_tokens?: number
  temperature?: number
  top_p?: number
  top_k?: number
  /** answer as server-sent events; open/small-8b cannot */
  stream: boolean
  /** ignored - the answer always has usage */
  stream_options?: Json
  /** functions that the model may call */
  tools?: {
    type: string
    function?: {
      name: string
      description?: string
      parameters?: {
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      }
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | string | {
      name: string
      description?: string
      parameters?: {
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      }
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[]
  /** auto, none, required, or {type, function - {name}} */
  tool_choice?: (("auto" | "none" | "required") | {
      type: string
      function?: {
        name: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | {
        name: string
        [k: string]: Json | undefined | string
      }
  })
  /** {type - json_object}, or {type - json_schema, json_schema - {name, schema}} */
  response_format?: ({
      type: ("text" | "json_object")
      [k: string]: Json | undefined | "text" | "json_object"
    } | {
      type: "json_schema"
      json_schema: {
        name: string
        schema?: {
          [k: string]: Json | undefined
        }
        strict?: boolean
        description?: string
        [k: string]: Json | undefined | string | {
          [k: string]: Json | undefined
        } | boolean
      }
      [k: string]: Json | undefined | "json_schema" | {
        name: string
        schema?: {
          [k: string]: Json | undefined
        }
        strict?: boolean
        description?: string
        [k: string]: Json | undefined | string | {
          [k: string]: Json | undefined
        } | boolean
      }
  })
  /** where the answer ends */
  stop?: string[]
  reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh")
  /** {type - enabled, budget_tokens} or {type - disabled} */
  thinking?: ({
      type: "enabled"
      budget_tokens: number
      [k: string]: Json | undefined | "enabled" | number
    } | {
      type: ("disabled" | "adaptive")
      [k: string]: Json | undefined | "disabled" | "adaptive"
  })
  /** cache the prompt, if the model can */
  prompt_cache?: boolean
  /** live search, for models that search; you pay for each source */
  search_parameters?: {
    mode?: ("auto" | "on" | "off")
    sources?: Json[]
    return_citations?: boolean
    from_date?: string
    to_date?: string
    max_search_results?: number
    [k: string]: Json | undefined | "auto" | "on" | "off" | Json[] | boolean | string | number
  }
  /** answers to one prompt; you pay for each */
  n?: number
  /** refused */
  best_of?: Json
  /** auto or default only */
  service_tier?: Json
  /** refused */
  web_search_options?: Json
  /** [text] only */
  modalities?: Json
  /** refused */
  audio?: Json
  /** false only - nothing is kept */
  store?: Json
  /** refused */
  models?: Json
  /** refused */
  provider?: Json
  /** refused */
  plugins?: Json
  /** refused */
  min_tokens?: Json
  /** refused */
  ignore_eos?: Json
  /** refused */
  max_output_tokens?: Json
  /** refused */
  enable_search?: Json
  /** refused */
  max_new_tokens?: Json
  /** refused */
  candidate_count?: Json
  /** refused */
  num_return_sequences?: Json
  /** refused */
  use_beam_search?: Json
  /** refused */
  prediction?: Json
  /** false only - answers are given at once */
  deferred?: Json
  /** refused */
  anthropic?: Json
  /** one of the model ids */
  model: string
  [k: string]: Json | undefined | {
    role: ("system" | "developer" | "user" | "assistant" | "tool" | "function")
    content?: (string | ({
          type: "text"
          text: string
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "text" | string | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: "image_url"
          image_url: {
            url: string
            detail?: string
            [k: string]: Json | undefined | string
          }
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "image_url" | {
            url: string
            detail?: string
            [k: string]: Json | undefined | string
          } | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: ("input_audio" | "refusal")
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "input_audio" | "refusal" | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: "file"
          file: {
            file_data: string
            filename?: string
          }
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "file" | {
            file_data: string
            filename?: string
          } | {
            type: "ephemeral"
            ttl?: "5m"
          }
      })[] | null)
    name?: string
    tool_call_id?: string
    tool_calls?: {
      id: string
      type?: "function"
      function: {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | "function" | {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
    }[]
    function_call?: {
      name: string
      arguments?: string
      [k: string]: Json | undefined | string
    }
    reasoning_content?: string
    reasoning_signature?: string
    refusal?: string
    audio?: {
      [k: string]: Json | undefined
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | "system" | "developer" | "user" | "assistant" | "tool" | "function" | string | ({
        type: "text"
        text: string
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "text" | string | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: "image_url"
        image_url: {
          url: string
          detail?: string
          [k: string]: Json | undefined | string
        }
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "image_url" | {
          url: string
          detail?: string
          [k: string]: Json | undefined | string
        } | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: ("input_audio" | "refusal")
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "input_audio" | "refusal" | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: "file"
        file: {
          file_data: string
          filename?: string
        }
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "file" | {
          file_data: string
          filename?: string
        } | {
          type: "ephemeral"
          ttl?: "5m"
        }
    })[] | null | {
      id: string
      type?: "function"
      function: {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | "function" | {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
    }[] | {
      name: string
      arguments?: string
      [k: string]: Json | undefined | string
    } | {
      [k: string]: Json | undefined
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[] | number | boolean | {
    type: string
    function?: {
      name: string
      description?: string
      parameters?: {
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      }
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | string | {
      name: string
      description?: string
      parameters?: {
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      }
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[] | "auto" | "none" | "required" | {
    type: string
    function?: {
      name: string
      [k: string]: Json | undefined | string
    }
    [k: string]: Json | undefined | string | {
      name: string
      [k: string]: Json | undefined | string
    }
  } | {
    type: ("text" | "json_object")
    [k: string]: Json | undefined | "text" | "json_object"
  } | {
    type: "json_schema"
    json_schema: {
      name: string
      schema?: {
        [k: string]: Json | undefined
      }
      strict?: boolean
      description?: string
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      } | boolean
    }
    [k: string]: Json | undefined | "json_schema" | {
      name: string
      schema?: {
        [k: string]: Json | undefined
      }
      strict?: boolean
      description?: string
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      } | boolean
    }
  } | string[] | "minimal" | "low" | "medium" | "high" | "xhigh" | {
    type: "enabled"
    budget_tokens: number
    [k: string]: Json | undefined | "enabled" | number
  } | {
    type: ("disabled" | "adaptive")
    [k: string]: Json | undefined | "disabled" | "adaptive"
  } | {
    mode?: ("auto" | "on" | "off")
    sources?: Json[]
    return_citations?: boolean
    from_date?: string
    to_date?: string
    max_search_results?: number
    [k: string]: Json | undefined | "auto" | "on" | "off" | Json[] | boolean | string | number
  } | string
}

export type PostChatRestBody = {
  /** the conversation; if it exceeds the model's context, the oldest turns are left out (see X-Context-Truncated and X-Messages-Removed) */
  messages: {
    role: ("system" | "developer" | "user" | "assistant" | "tool" | "function")
    content?: (string | ({
          type: "text"
          text: string
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "text" | string | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: "image_url"
          image_url: {
            url: string
            detail?: string
            [k: string]: Json | undefined | string
          }
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "image_url" | {
            url: string
            detail?: string
            [k: string]: Json | undefined | string
          } | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: ("input_audio" | "refusal")
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "input_audio" | "refusal" | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: "file"
          file: {
            file_data: string
            filename?: string
          }
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "file" | {
            file_data: string
            filename?: string
          } | {
            type: "ephemeral"
            ttl?: "5m"
          }
      })[] | null)
    name?: string
    tool_call_id?: string
    tool_calls?: {
      id: string
      type?: "function"
      function: {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | "function" | {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
    }[]
    function_call?: {
      name: string
      arguments?: string
      [k: string]: Json | undefined | string
    }
    reasoning_content?: string
    reasoning_signature?: string
    refusal?: string
    audio?: {
      [k: string]: Json | undefined
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | "system" | "developer" | "user" | "assistant" | "tool" | "function" | string | ({
        type: "text"
        text: string
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "text" | string | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: "image_url"
        image_url: {
          url: string
          detail?: string
          [k: string]: Json | undefined | string
        }
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "image_url" | {
          url: string
          detail?: string
          [k: string]: Json | undefined | string
        } | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: ("input_audio" | "refusal")
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "input_audio" | "refusal" | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: "file"
        file: {
          file_data: string
          filename?: string
        }
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "file" | {
          file_data: string
          filename?: string
        } | {
          type: "ephemeral"
          ttl?: "5m"
        }
    })[] | null | {
      id: string
      type?: "function"
      function: {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | "function" | {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
    }[] | {
      name: string
      arguments?: string
      [k: string]: Json | undefined | string
    } | {
      [k: string]: Json | undefined
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[]
  /** tokens of the answer; 8192 by default, at most the model's limit (see X-Max-Tokens-Capped, -Requested and -Effective) */
  max_tokens?: number
  /** the newer name of max_tokens */
  max_completion_tokens?: number
  temperature?: number
  top_p?: number
  top_k?: number
  /** answer as server-sent events; open/small-8b cannot */
  stream: boolean
  /** ignored - the answer always has usage */
  stream_options?: Json
  /** functions that the model may call */
  tools?: {
    type: string
    function?: {
      name: string
      description?: string
      parameters?: {
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      }
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | string | {
      name: string
      description?: string
      parameters?: {
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      }
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[]
  /** auto, none, required, or {type, function - {name}} */
  tool_choice?: (("auto" | "none" | "required") | {
      type: string
      function?: {
        name: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | {
        name: string
        [k: string]: Json | undefined | string
      }
  })
  /** {type - json_object}, or {type - json_schema, json_schema - {name, schema}} */
  response_format?: ({
      type: ("text" | "json_object")
      [k: string]: Json | undefined | "text" | "json_object"
    } | {
      type: "json_schema"
      json_schema: {
        name: string
        schema?: {
          [k: string]: Json | undefined
        }
        strict?: boolean
        description?: string
        [k: string]: Json | undefined | string | {
          [k: string]: Json | undefined
        } | boolean
      }
      [k: string]: Json | undefined | "json_schema" | {
        name: string
        schema?: {
          [k: string]: Json | undefined
        }
        strict?: boolean
        description?: string
        [k: string]: Json | undefined | string | {
          [k: string]: Json | undefined
        } | boolean
      }
  })
  /** where the answer ends */
  stop?: string[]
  reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh")
  /** {type - enabled, budget_tokens} or {type - disabled} */
  thinking?: ({
      type: "enabled"
      budget_tokens: number
      [k: string]: Json | undefined | "enabled" | number
    } | {
      type: ("disabled" | "adaptive")
      [k: string]: Json | undefined | "disabled" | "adaptive"
  })
  /** cache the prompt, if the model can */
  prompt_cache?: boolean
  /** live search, for models that search; you pay for each source */
  search_parameters?: {
    mode?: ("auto" | "on" | "off")
    sources?: Json[]
    return_citations?: boolean
    from_date?: string
    to_date?: string
    max_search_results?: number
    [k: string]: Json | undefined | "auto" | "on" | "off" | Json[] | boolean | string | number
  }
  /** answers to one prompt; you pay for each */
  n?: number
  /** refused */
  best_of?: Json
  /** auto or default only */
  service_tier?: Json
  /** refused */
  web_search_options?: Json
  /** [text] only */
  modalities?: Json
  /** refused */
  audio?: Json
  /** false only - nothing is kept */
  store?: Json
  /** refused */
  models?: Json
  /** refused */
  provider?: Json
  /** refused */
  plugins?: Json
  /** refused */
  min_tokens?: Json
  /** refused */
  ignore_eos?: Json
  /** refused */
  max_output_tokens?: Json
  /** refused */
  enable_search?: Json
  /** refused */
  max_new_tokens?: Json
  /** refused */
  candidate_count?: Json
  /** refused */
  num_return_sequences?: Json
  /** refused */
  use_beam_search?: Json
  /** refused */
  prediction?: Json
  /** false only - answers are given at once */
  deferred?: Json
  /** refused */
  anthropic?: Json
  /** ignored - the path names the model */
  model?: Json
  [k: string]: Json | undefined | {
    role: ("system" | "developer" | "user" | "assistant" | "tool" | "function")
    content?: (string | ({
          type: "text"
          text: string
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "text" | string | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: "image_url"
          image_url: {
            url: string
            detail?: string
            [k: string]: Json | undefined | string
          }
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "image_url" | {
            url: string
            detail?: string
            [k: string]: Json | undefined | string
          } | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: ("input_audio" | "refusal")
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "input_audio" | "refusal" | {
            type: "ephemeral"
            ttl?: "5m"
          }
        } | {
          type: "file"
          file: {
            file_data: string
            filename?: string
          }
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | "file" | {
            file_data: string
            filename?: string
          } | {
            type: "ephemeral"
            ttl?: "5m"
          }
      })[] | null)
    name?: string
    tool_call_id?: string
    tool_calls?: {
      id: string
      type?: "function"
      function: {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | "function" | {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
    }[]
    function_call?: {
      name: string
      arguments?: string
      [k: string]: Json | undefined | string
    }
    reasoning_content?: string
    reasoning_signature?: string
    refusal?: string
    audio?: {
      [k: string]: Json | undefined
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | "system" | "developer" | "user" | "assistant" | "tool" | "function" | string | ({
        type: "text"
        text: string
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "text" | string | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: "image_url"
        image_url: {
          url: string
          detail?: string
          [k: string]: Json | undefined | string
        }
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "image_url" | {
          url: string
          detail?: string
          [k: string]: Json | undefined | string
        } | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: ("input_audio" | "refusal")
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "input_audio" | "refusal" | {
          type: "ephemeral"
          ttl?: "5m"
        }
      } | {
        type: "file"
        file: {
          file_data: string
          filename?: string
        }
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | "file" | {
          file_data: string
          filename?: string
        } | {
          type: "ephemeral"
          ttl?: "5m"
        }
    })[] | null | {
      id: string
      type?: "function"
      function: {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
      [k: string]: Json | undefined | string | "function" | {
        name: string
        arguments?: string
        [k: string]: Json | undefined | string
      }
    }[] | {
      name: string
      arguments?: string
      [k: string]: Json | undefined | string
    } | {
      [k: string]: Json | undefined
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[] | number | boolean | {
    type: string
    function?: {
      name: string
      description?: string
      parameters?: {
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      }
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | string | {
      name: string
      description?: string
      parameters?: {
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      }
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[] | "auto" | "none" | "required" | {
    type: string
    function?: {
      name: string
      [k: string]: Json | undefined | string
    }
    [k: string]: Json | undefined | string | {
      name: string
      [k: string]: Json | undefined | string
    }
  } | {
    type: ("text" | "json_object")
    [k: string]: Json | undefined | "text" | "json_object"
  } | {
    type: "json_schema"
    json_schema: {
      name: string
      schema?: {
        [k: string]: Json | undefined
      }
      strict?: boolean
      description?: string
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      } | boolean
    }
    [k: string]: Json | undefined | "json_schema" | {
      name: string
      schema?: {
        [k: string]: Json | undefined
      }
      strict?: boolean
      description?: string
      [k: string]: Json | undefined | string | {
        [k: string]: Json | undefined
      } | boolean
    }
  } | string[] | "minimal" | "low" | "medium" | "high" | "xhigh" | {
    type: "enabled"
    budget_tokens: number
    [k: string]: Json | undefined | "enabled" | number
  } | {
    type: ("disabled" | "adaptive")
    [k: string]: Json | undefined | "disabled" | "adaptive"
  } | {
    mode?: ("auto" | "on" | "off")
    sources?: Json[]
    return_citations?: boolean
    from_date?: string
    to_date?: string
    max_search_results?: number
    [k: string]: Json | undefined | "auto" | "on" | "off" | Json[] | boolean | string | number
  }
}

export type PostMessagesBody = {
  model: string
  messages: Json[]
  max_tokens?: number
  max_completion_tokens?: number
  temperature?: number
  top_p?: number
  top_k?: number
  stream: boolean
  n?: number
  tools?: Json[]
  tool_choice?: Json
  response_format?: Json
  reasoning_effort?: ("none" | "minimal" | "low" | "medium" | "high" | "xhigh")
  thinking?: Json
  prompt_cache?: boolean
  search_parameters?: {
    mode?: ("auto" | "on" | "off")
    sources?: Json[]
    return_citations?: boolean
    from_date?: string
    to_date?: string
    max_search_results?: number
    [k: string]: Json | undefined | "auto" | "on" | "off" | Json[] | boolean | string | number
  }
  [k: string]: Json | undefined | string | Json[] | number | boolean | "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | {
    mode?: ("auto" | "on" | "off")
    sources?: Json[]
    return_citations?: boolean
    from_date?: string
    to_date?: string
    max_search_results?: number
    [k: string]: Json | undefined | "auto" | "on" | "off" | Json[] | boolean | string | number
  }
}

export type PostMessagesForm = {
  /** one of the model ids; vendorF/ may be left out */
  model: string
  /** tokens of the answer, at most the model's limit (see X-Max-Tokens-Capped, -Requested and -Effective) */
  max_tokens: number
  /** the conversation; if it exceeds the model's context, the oldest turns are left out (see X-Context-Truncated and X-Messages-Removed) */
  messages: {
    role: ("user" | "assistant")
    content: (string | {
        type: string
        name?: string
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            source?: (string | {
                content?: ((string | {

                    } | null) | {
                    cache_control?: {
                      type: "ephemeral"
                      ttl?: "5m"
                    }
                    [k: string]: Json | undefined | {
                      type: "ephemeral"
                      ttl?: "5m"
                    }
                  }[])
                [k: string]: Json | undefined | string | {

                } | null | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[]
            })
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            } | string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
            } | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          }[])
        [k: string]: Json | undefined | string | {
          type: "ephemeral"
          ttl?: "5m"
        } | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[]
      }[])
    [k: string]: Json | undefined | "user" | "assistant" | string | {
      type: string
      name?: string
      cache_control?: {
        type: "ephemeral"
        ttl?: "5m"
      }
      source?: (string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
      })
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[])
      [k: string]: Json | undefined | string | {
        type: "ephemeral"
        ttl?: "5m"
      } | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      } | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        } | string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      }[]
    }[]
  }[]
  /** text, or text blocks */
  system?: (string | {
      type: string
      name?: string
      cache_control?: {
        type: "ephemeral"
        ttl?: "5m"
      }
      source?: (string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
      })
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[])
      [k: string]: Json | undefined | string | {
        type: "ephemeral"
        ttl?: "5m"
      } | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      } | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        } | string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      }[]
    }[])
  temperature?: number
  top_p?: number
  top_k?: number
  /** answer as server-sent events; open/small-8b cannot */
  stream: boolean
  /** where the answer ends */
  stop_sequences?: string[]
  /** tools that the model may use */
  tools?: {
    name: string
    type?: string
    description?: string
    input_schema?: {
      [k: string]: Json | undefined
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | string | {
      [k: string]: Json | undefined
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[]
  /** {type - auto}, any, none, or {type - tool, name} */
  tool_choice?: ({
      type: "tool"
      name: string
      [k: string]: Json | undefined | "tool" | string
    } | {
      type: ("auto" | "any" | "none")
      [k: string]: Json | undefined | "auto" | "any" | "none"
  })
  /** {type - enabled, budget_tokens}, adaptive or disabled */
  thinking?: ({
      type: "enabled"
      budget_tokens: number
      [k: string]: Json | undefined | "enabled" | number
    } | {
      type: ("disabled" | "adaptive")
      [k: string]: Json | undefined | "disabled" | "adaptive"
  })
  metadata?: Json
  /** {format - {type - json_schema, schema}}, {effort} */
  output_config?: Json
  /** {type - ephemeral}; prompts are cached for five minutes */
  cache_control?: {
    type: "ephemeral"
    ttl?: "5m"
  }
  /** needs the header `anthropic-beta` with context-management */
  context_management?: Json
  /** refused - nothing is kept here between calls; send the whole conversation */
  thread?: Json
  [k: string]: Json | undefined | string | number | {
    role: ("user" | "assistant")
    content: (string | {
        type: string
        name?: string
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            source?: (string | {
                content?: ((string | {

                    } | null) | {
                    cache_control?: {
                      type: "ephemeral"
                      ttl?: "5m"
                    }
                    [k: string]: Json | undefined | {
                      type: "ephemeral"
                      ttl?: "5m"
                    }
                  }[])
                [k: string]: Json | undefined | string | {

                } | null | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[]
            })
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            } | string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
            } | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          }[])
        [k: string]: Json | undefined | string | {
          type: "ephemeral"
          ttl?: "5m"
        } | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[]
      }[])
    [k: string]: Json | undefined | "user" | "assistant" | string | {
      type: string
      name?: string
      cache_control?: {
        type: "ephemeral"
        ttl?: "5m"
      }
      source?: (string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
      })
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[])
      [k: string]: Json | undefined | string | {
        type: "ephemeral"
        ttl?: "5m"
      } | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      } | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        } | string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      }[]
    }[]
  }[] | {
    type: string
    name?: string
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    source?: (string | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
    })
    content?: ((string | {

        } | null) | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        } | string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      }[])
    [k: string]: Json | undefined | string | {
      type: "ephemeral"
      ttl?: "5m"
    } | {
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[])
      [k: string]: Json | undefined | string | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        }
      }[]
    } | {

    } | null | {
      cache_control?: {
        type: "ephemeral"
        ttl?: "5m"
      }
      source?: (string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
      })
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[])
      [k: string]: Json | undefined | {
        type: "ephemeral"
        ttl?: "5m"
      } | string | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      } | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        }
      }[]
    }[]
  }[] | boolean | string[] | {
    name: string
    type?: string
    description?: string
    input_schema?: {
      [k: string]: Json | undefined
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | string | {
      [k: string]: Json | undefined
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[] | {
    type: "tool"
    name: string
    [k: string]: Json | undefined | "tool" | string
  } | {
    type: ("auto" | "any" | "none")
    [k: string]: Json | undefined | "auto" | "any" | "none"
  } | {
    type: "enabled"
    budget_tokens: number
    [k: string]: Json | undefined | "enabled" | number
  } | {
    type: ("disabled" | "adaptive")
    [k: string]: Json | undefined | "disabled" | "adaptive"
  } | {
    type: "ephemeral"
    ttl?: "5m"
  }
}

export type PostMessagesCountTokensBody = {
  /** one of the model ids; vendorF/ may be left out */
  model: string
  /** the conversation */
  messages: {
    role: ("user" | "assistant")
    content: (string | {
        type: string
        name?: string
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            source?: (string | {
                content?: ((string | {

                    } | null) | {
                    cache_control?: {
                      type: "ephemeral"
                      ttl?: "5m"
                    }
                    [k: string]: Json | undefined | {
                      type: "ephemeral"
                      ttl?: "5m"
                    }
                  }[])
                [k: string]: Json | undefined | string | {

                } | null | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[]
            })
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            } | string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
            } | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          }[])
        [k: string]: Json | undefined | string | {
          type: "ephemeral"
          ttl?: "5m"
        } | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[]
      }[])
    [k: string]: Json | undefined | "user" | "assistant" | string | {
      type: string
      name?: string
      cache_control?: {
        type: "ephemeral"
        ttl?: "5m"
      }
      source?: (string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
      })
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[])
      [k: string]: Json | undefined | string | {
        type: "ephemeral"
        ttl?: "5m"
      } | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      } | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        } | string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      }[]
    }[]
  }[]
  /** text, or text blocks */
  system?: (string | {
      type: string
      name?: string
      cache_control?: {
        type: "ephemeral"
        ttl?: "5m"
      }
      source?: (string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
      })
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[])
      [k: string]: Json | undefined | string | {
        type: "ephemeral"
        ttl?: "5m"
      } | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      } | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        } | string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      }[]
    }[])
  /** tools that the model may use */
  tools?: {
    name: string
    type?: string
    description?: string
    input_schema?: {
      [k: string]: Json | undefined
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | string | {
      [k: string]: Json | undefined
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[]
  tool_choice?: ({
      type: "tool"
      name: string
      [k: string]: Json | undefined | "tool" | string
    } | {
      type: ("auto" | "any" | "none")
      [k: string]: Json | undefined | "auto" | "any" | "none"
  })
  thinking?: ({
      type: "enabled"
      budget_tokens: number
      [k: string]: Json | undefined | "enabled" | number
    } | {
      type: ("disabled" | "adaptive")
      [k: string]: Json | undefined | "disabled" | "adaptive"
  })
  [k: string]: Json | undefined | string | {
    role: ("user" | "assistant")
    content: (string | {
        type: string
        name?: string
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            source?: (string | {
                content?: ((string | {

                    } | null) | {
                    cache_control?: {
                      type: "ephemeral"
                      ttl?: "5m"
                    }
                    [k: string]: Json | undefined | {
                      type: "ephemeral"
                      ttl?: "5m"
                    }
                  }[])
                [k: string]: Json | undefined | string | {

                } | null | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[]
            })
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            } | string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
            } | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          }[])
        [k: string]: Json | undefined | string | {
          type: "ephemeral"
          ttl?: "5m"
        } | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[]
      }[])
    [k: string]: Json | undefined | "user" | "assistant" | string | {
      type: string
      name?: string
      cache_control?: {
        type: "ephemeral"
        ttl?: "5m"
      }
      source?: (string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
      })
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          source?: (string | {
              content?: ((string | {

                  } | null) | {
                  cache_control?: {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                  [k: string]: Json | undefined | {
                    type: "ephemeral"
                    ttl?: "5m"
                  }
                }[])
              [k: string]: Json | undefined | string | {

              } | null | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[]
          })
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          } | string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
          } | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        }[])
      [k: string]: Json | undefined | string | {
        type: "ephemeral"
        ttl?: "5m"
      } | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      } | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        } | string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      }[]
    }[]
  }[] | {
    type: string
    name?: string
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    source?: (string | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
    })
    content?: ((string | {

        } | null) | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        source?: (string | {
            content?: ((string | {

                } | null) | {
                cache_control?: {
                  type: "ephemeral"
                  ttl?: "5m"
                }
                [k: string]: Json | undefined | {
                  type: "ephemeral"
                  ttl?: "5m"
                }
              }[])
            [k: string]: Json | undefined | string | {

            } | null | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[]
        })
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        } | string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
        } | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      }[])
    [k: string]: Json | undefined | string | {
      type: "ephemeral"
      ttl?: "5m"
    } | {
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[])
      [k: string]: Json | undefined | string | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        }
      }[]
    } | {

    } | null | {
      cache_control?: {
        type: "ephemeral"
        ttl?: "5m"
      }
      source?: (string | {
          content?: ((string | {

              } | null) | {
              cache_control?: {
                type: "ephemeral"
                ttl?: "5m"
              }
              [k: string]: Json | undefined | {
                type: "ephemeral"
                ttl?: "5m"
              }
            }[])
          [k: string]: Json | undefined | string | {

          } | null | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[]
      })
      content?: ((string | {

          } | null) | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[])
      [k: string]: Json | undefined | {
        type: "ephemeral"
        ttl?: "5m"
      } | string | {
        content?: ((string | {

            } | null) | {
            cache_control?: {
              type: "ephemeral"
              ttl?: "5m"
            }
            [k: string]: Json | undefined | {
              type: "ephemeral"
              ttl?: "5m"
            }
          }[])
        [k: string]: Json | undefined | string | {

        } | null | {
          cache_control?: {
            type: "ephemeral"
            ttl?: "5m"
          }
          [k: string]: Json | undefined | {
            type: "ephemeral"
            ttl?: "5m"
          }
        }[]
      } | {

      } | null | {
        cache_control?: {
          type: "ephemeral"
          ttl?: "5m"
        }
        [k: string]: Json | undefined | {
          type: "ephemeral"
          ttl?: "5m"
        }
      }[]
    }[]
  }[] | {
    name: string
    type?: string
    description?: string
    input_schema?: {
      [k: string]: Json | undefined
    }
    cache_control?: {
      type: "ephemeral"
      ttl?: "5m"
    }
    [k: string]: Json | undefined | string | {
      [k: string]: Json | undefined
    } | {
      type: "ephemeral"
      ttl?: "5m"
    }
  }[] | {
    type: "tool"
    name: string
    [k: string]: Json | undefined | "tool" | string
  } | {
    type: ("auto" | "any" | "none")
    [k: string]: Json | undefined | "auto" | "any" | "none"
  } | {
    type: "enabled"
    budget_tokens: number
    [k: string]: Json | undefined | "enabled" | number
  } | {
    type: ("disabled" | "adaptive")
    [k: string]: Json | undefined | "disabled" | "adaptive"
  }
}

export type PostResponsesBody = {
  /** a model id of vendorA, with or without the prefix vendorA/ */
  model: string
  /** a prompt, or a list of complete items (messages, function_call_output, reasoning); reasoning without encrypted_content is left out, item_reference is refused */
  input?: (string | {
      [k: string]: Json | undefined
    }[])
  /** instructions of the system or the developer */
  instructions?: string
  /** tokens of the answer, with reasoning; by default the model's limit. We quote 10 % of it, so a smaller number lowers the price */
  max_output_tokens?: number
  /** answer as server-sent events */
  stream: boolean
  tools?: {
    type: string
    [k: string]: Json | undefined | string
  }[]
  /** auto, none, required, or {type - function, name} */
  tool_choice?: (string | {

  })
  /** for example {effort - high} */
  reasoning?: {
    [k: string]: Json | undefined
  }
  /** for example reasoning.encrypted_content, which lets you send reasoning back */
  include?: string[]
  /** {format - {type - json_object}}, {format - {type - json_schema, name, schema}}, {verbosity} */
  text?: {
    [k: string]: Json | undefined
  }
  /** only for models that do not reason */
  temperature?: number
  /** only for models that do not reason */
  top_p?: number
  /** answer at once and continue in the background; only for wallets on the list `background`. You pay at the start, even if it fails later */
  background: boolean
  /** only tiers that the listed prices cover */
  service_tier?: ("auto" | "default" | "flex")
  /** false only - nothing is kept. Set it in your SDK, so that it sends whole items (providerOptions.openai.store in Vercel's AI SDK) */
  store?: Json
  /** refused - nothing is kept here */
  previous_response_id?: Json
  /** refused - nothing is kept here */
  conversation?: Json
  /** refused - nothing is kept here */
  prompt?: Json
  /** refused - the upstream bills summaries beside the answer */
  context_management?: Json
  [k: string]: Json | undefined | string | {
    [k: string]: Json | undefined
  }[] | number | boolean | {
    type: string
    [k: string]: Json | undefined | string
  }[] | {

  } | {
    [k: string]: Json | undefined
  } | string[] | "auto" | "default" | "flex"
}

export type GetResponsesIdQuery = {
  /** as server-sent events */
  stream: boolean
  /** only events with a higher sequence_number */
  starting_after?: number
}

export type PostResponsesInputTokensBody = {
  /** a model id of vendorA, with or without the prefix vendorA/ */
  model: string
  /** a prompt, or a list of items */
  input?: (string | {
      [k: string]: Json | undefined
    }[])
  /** instructions of the system or the developer */
  instructions?: string
  tools?: {
    type: string
    [k: string]: Json | undefined | string
  }[]
  [k: string]: Json | undefined | string | {
    [k: string]: Json | undefined
  }[] | {
    type: string
    [k: string]: Json | undefined | string
  }[]
}

export type PostSearchBody = {
  /** what to find out */
  query: string
  /** where to look */
  sources: ("web" | "news")[]
  /** sources; you pay for all of them, used or not */
  max_results: number
  /** YYYY-MM-DD; nothing older */
  from_date?: string
  /** YYYY-MM-DD; nothing newer */
  to_date?: string
}

export type GetBalanceQuery = {
  /** the wallet */
  address: string
}
