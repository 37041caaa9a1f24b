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
}

export default nextConfig
