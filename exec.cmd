@rem Where a shell has no exec: package.json says it, so that npm passes signals to the product and not to a shell.
@%*
