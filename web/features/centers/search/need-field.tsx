import { type ComponentType, useRef, useState } from 'react'

import { maxNeedLength } from '#contract/search.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'
import { tooLongText } from '#web/ui/too-long-text.ts'
import type { NeedSuggestionsProps } from './need-suggestions.tsx'

export type NeedFieldProps = {
  defaultValue?: string
  placeholder: string
  className: string
  labelClassName: string
  controlClassName: string
}

/**
 * «Qué necesitas»: a plain field until the visitor enters it. The list of suggestions then loads and makes it a combobox. Its
 * form has a select `near` for a chosen neighbourhood.
 */
export function NeedField({ defaultValue, placeholder, className, labelClassName, controlClassName }: NeedFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<NeedSuggestionsProps>>()

  async function loadSuggestions() {
    const { NeedSuggestions } = await loadWithRetry(() => import('./need-suggestions.tsx'))
    setSuggestions(() => NeedSuggestions)
  }

  return (
    <div className={`relative ${className}`}>
      <label className={labelClassName}>
        <span className="text-sm font-semibold text-action">Qué necesitas</span>
        <input
          ref={input}
          // A new search replaces what was typed.
          key={defaultValue}
          name="q"
          type="search"
          defaultValue={defaultValue}
          enterKeyHint="search"
          // Not `maxLength`, which would silently cut a pasted text: the browser says why it does not search.
          onInput={({ currentTarget }) =>
            currentTarget.setCustomValidity(
              currentTarget.value.trim().length > maxNeedLength ? tooLongText(maxNeedLength) : '',
            )
          }
          autoComplete="off"
          placeholder={placeholder}
          onFocus={Suggestions ? undefined : () => void loadSuggestions()}
          className={controlClassName}
        />
      </label>
      {Suggestions && <Suggestions key={defaultValue} input={input} />}
    </div>
  )
}
