// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// The token of the local chain: the public surface that x402 "exact" relies on (EIP-3009, both overloads; EIP-2612) with the events,
/// the order of checks and the revert texts of the deployed USDC. Name and version are immutable, not storage, so the runtime
/// code can be placed at the real address. Minting, freezing and pausing are open to all: they are levers for tests.
contract MockUSDC is ERC20, EIP712 {
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    mapping(address => mapping(bytes32 => bool)) private _used;
    mapping(address => uint256) public nonces;
    mapping(address => bool) public isBlacklisted;
    bool public paused;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    // Not ERC20Permit, which fixes the EIP-712 version at "1"; USDC has "2".
    constructor(string memory name_, string memory version_) ERC20("", "") EIP712(name_, version_) {}

    function name() public view override returns (string memory) { return _EIP712Name(); }
    function symbol() public pure override returns (string memory) { return "USDC"; }
    function decimals() public pure override returns (uint8) { return 6; }
    function version() external view returns (string memory) { return _EIP712Version(); }
    function DOMAIN_SEPARATOR() external view returns (bytes32) { return _domainSeparatorV4(); }
    function authorizationState(address a, bytes32 n) external view returns (bool) { return _used[a][n]; }

    function mint(address to, uint256 v) external { _mint(to, v); }
    function setBlacklisted(address a, bool b) external { isBlacklisted[a] = b; }
    function setPaused(bool p) external { paused = p; }

    function transferWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s
    ) external {
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature
    ) public {
        require(!paused, "Pausable: paused");
        require(!isBlacklisted[from] && !isBlacklisted[to], "Blacklistable: account is blacklisted");
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        require(!_used[from][nonce], "FiatTokenV2: authorization is used or canceled");
        bytes32 message = keccak256(
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
        );
        requireSigned(from, message, signature);
        require(to != address(0), "ERC20: transfer to the zero address");
        _used[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        require(balanceOf(from) >= value, "ERC20: transfer amount exceeds balance");
        _transfer(from, to, value);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
        require(!_used[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
        requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        _used[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    /// EIP-2612: an allowance by signature. Its nonces count up, apart from those of authorizations.
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= deadline, "FiatTokenV2: permit is expired");
        bytes32 message = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        require(
            SignatureChecker.isValidSignatureNow(owner, _hashTypedDataV4(message), abi.encodePacked(r, s, v)),
            "EIP2612: invalid signature"
        );
        _approve(owner, spender, value);
    }

    function requireSigned(address signer, bytes32 message, bytes memory signature) private view {
        require(
            SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(message), signature), "FiatTokenV2: invalid signature"
        );
    }
}
