// Vite plugin: lets the bundler leave out the parts of the router that nothing here uses (forms, its own error pages,
// prefetching), which it must otherwise keep because their modules name each component after making it. Its build for
// browsers also warns developers; ours warns nobody.
export function leanRouter() {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]react-router[\\/]dist[\\/]/ },
      handler: (source) => ({
        code: source
          .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  };
}
