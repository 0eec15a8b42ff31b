import { type ComponentProps, createContext, use } from 'react'

/** Navigates within the application without a page load; the root provides it. */
export const NavigateContext = createContext<((href: string) => void) | undefined>(undefined)

export type AnchorProps = ComponentProps<'a'> & { href: string }

/** A real link that works before hydration, and then passes plain clicks to the router. */
export function Anchor({ href, onClick, children, ...rest }: AnchorProps) {
  const navigate = use(NavigateContext)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (
          !navigate ||
          !isPlainClick ||
          event.defaultPrevented ||
          rest.target ||
          !(href.startsWith('/') || href.startsWith('?'))
        )
          return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}
