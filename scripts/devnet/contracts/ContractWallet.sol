// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// The smallest ERC-1271 wallet: it accepts what its owner signed, with any bytes after the first 65.
contract ContractWallet {
    address public immutable owner;

    constructor(address owner_) { owner = owner_; }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length < 65) return 0xffffffff;
        (address signer, ECDSA.RecoverError failed,) = ECDSA.tryRecover(hash, signature[:65]);
        return failed == ECDSA.RecoverError.NoError && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
