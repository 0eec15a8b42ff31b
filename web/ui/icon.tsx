import type { ReactNode, SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'dangerouslySetInnerHTML'>
export type IconComponent = (props: IconProps) => ReactNode

/** An icon of Lucide that takes its strokes from buttons.css; scripts/speed/icon-markup.ts calls it with the icon's markup. */
export function createIcon(markup: string): IconComponent {
  const content = { __html: markup }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, when its module loads
  return function Icon({ className = '', ...props }) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={`icon ${className}`}
        aria-hidden={props['aria-label'] === undefined && props.role === undefined ? 'true' : undefined}
        {...props}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is of Lucide, written at build time
        dangerouslySetInnerHTML={content}
      />
    )
  }
}
