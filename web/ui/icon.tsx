import type { SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'dangerouslySetInnerHTML'>

/** An icon of lucide-react that takes its strokes from buttons.css; the build calls it with the icon's markup. */
export function createIcon(markup: string) {
  const content = { __html: markup }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, when its module loads
  return function Icon({ className = '', ...props }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={`icon ${className}`}
        aria-hidden={props['aria-label'] === undefined && props.role === undefined ? 'true' : undefined}
        {...props}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is of lucide-react, written at build time
        dangerouslySetInnerHTML={content}
      />
    )
  }
}
