/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or WASM modules that must be required at run time, not bundled.
  serverExternalPackages: ['@node-rs/argon2', 'pg', '@electric-sql/pglite', 'sharp'],
  // `npm run check` holds the types; a build on a fresh machine need not do it again.
  typescript: { ignoreBuildErrors: true },
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
}

export default nextConfig
