/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native and WASM modules that must be loaded at run time, not bundled.
  serverExternalPackages: ['@node-rs/argon2', 'pg', '@electric-sql/pglite', 'sharp', 'pdfkit'],
  // `npm run check` checks the types. Next adds the build folder to a tsconfig that does not extend another one.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.build.json' },
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // proxy.ts adds the other headers of pages.
  headers: () => [
    { source: '/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
    // Pages of next-auth, without scripts.
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
  // The thread that parses large feeds requires these at run time (lib/connectors/source/parse-feed.ts).
  outputFileTracingIncludes: {
    ...Object.fromEntries(
      ['/api/inngest', '/api/v1/connectors', '/api/v1/connectors/**'].map((route) => [
        route,
        ['./node_modules/{feedsmith,entities,fast-xml-parser}/{package.json,dist/**/*.{cjs,js,json},lib/*.cjs}'],
      ]),
    ),
    // Read at run time by lib/reports/pdf/writer.ts.
    '/api/v1/analytics/report': ['./node_modules/@fontsource/inter/files/*-{400,600}-normal.woff'],
  },
  // Not needed by functions on Vercel.
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
      './sandbox/**',
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
