import type { SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'dangerouslySetInnerHTML'>

/** An icon of lucide-react with the attributes that lucide-react writes; the build calls it with the icon's markup. */
export function createIcon(name: string, markup: string) {
  const content = { __html: markup }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, when its module loads
  return function Icon({ className = '', ...props }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={`lucide lucide-${name} ${className}`}
        aria-hidden={props['aria-label'] === undefined && props.role === undefined ? 'true' : undefined}
        {...props}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is of lucide-react, written at build time
        dangerouslySetInnerHTML={content}
      />
    )
  }
}
