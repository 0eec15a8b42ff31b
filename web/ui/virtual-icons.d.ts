declare module '~icons/lucide/*' {
  /** Drawn by scripts/speed/icon-markup.ts. */
  const icon: import('#web/ui/icon.tsx').IconComponent
  // biome-ignore lint/style/noDefaultExport: unplugin-icons exports each icon as its module's default
  export default icon
}
