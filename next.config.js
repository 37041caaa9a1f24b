/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or WASM modules that must be required at run time, not bundled.
  serverExternalPackages: ['@node-rs/argon2', 'pg', '@electric-sql/pglite', 'sharp'],
  // `npm run check` holds the types; a build on a fresh machine need not do it again.
  // Next writes each build's folder into the configuration that it is given, unless that one extends another.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.build.json' },
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // Pages get the rest of their headers in proxy.ts.
  headers: () => [
    { source: '/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
    // next-auth has small pages of its own here, without scripts.
    {
      source: '/api/auth/:path*',
      headers: [
        {
          key: 'Content-Security-Policy',
          value: "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
        },
      ],
    },
  ],
  // Read by scripts, tests and the build, never by a function on Vercel.
  outputFileTracingExcludes: {
    '/*': [
      './.data/**',
      './.next-builds/**',
      './.test/**',
      './app/**',
      './components/**',
      './docs/**',
      './inngest/**',
      './lib/**',
      './scripts/**',
      './supabase/**',
      './tests/**',
      './**/*.test.ts',
      './node_modules/typescript/**',
      './node_modules/@typescript/**',
      './node_modules/@esbuild/**',
      './node_modules/esbuild/**',
      './node_modules/@electric-sql/**',
    ],
  },
}

export default nextConfig
