/** @type {import('next').NextConfig} */
const nextConfig = {
  // Built for one address and served at any: nothing of the environment is baked in.
  output: undefined,
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or WASM modules that must be required at run time, not bundled.
  serverExternalPackages: ['@node-rs/argon2', 'pg', '@electric-sql/pglite', 'sharp'],
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
}

export default nextConfig
